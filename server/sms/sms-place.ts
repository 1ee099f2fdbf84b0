import type { TextService } from '../../supabase/functions/_shared/texts/text-sender.ts';
import { twilioSender } from '../../supabase/functions/_shared/texts/twilio-sender.ts';
import type { Database } from '../backend/database/database.ts';
import type { Config } from '../config.ts';
import { mailboxReaders, type MailSettings } from '../mail/mail-place.ts';
import { keptSecret } from '../secrets.ts';

/** Whether codes can be texted: by a service, or in the sandbox, where /mailbox shows them. */
export const canSendTexts = (config: MailSettings & Pick<Config, 'sms'>) =>
  config.sms !== null || mailboxReaders(config) !== null;

/** The configured service; the sandbox's texts stay in their outbox, where /mailbox shows them. Null without either. */
export async function openTexts(
  config: Parameters<typeof canSendTexts>[0],
  database: Pick<Database, 'pool'>,
): Promise<TextService | null> {
  const { sms } = config;
  const webhookUrl = `${config.publicUrl}/functions/v1/text-webhook`;
  if (sms) return { sender: twilioSender(sms), webhookUrl, authToken: sms.authToken };
  if (!canSendTexts(config)) return null;
  return {
    sender: { send: () => Promise.resolve({ id: null }) },
    webhookUrl,
    authToken: await keptSecret(database, 'sandbox_texts_secret'),
  };
}
