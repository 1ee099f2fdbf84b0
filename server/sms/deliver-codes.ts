import type { Log } from '../../supabase/functions/_shared/http/deps.ts';
import {
  TextKeysError,
  TextRefusedError,
  type TextSender,
} from '../../supabase/functions/_shared/texts/text-sender.ts';
import type { Database } from '../backend/database/database.ts';
import {
  claimTexts,
  noteFailed,
  noteKeysRefused,
  noteSent,
  type QueuedText,
  sweepTexts,
} from './sms-outbox.ts';

export type DeliverCodesDeps = {
  database: Pick<Database, 'pool'>;
  sender: TextSender;
  now: () => Date;
  log: Log;
};

const batch = 5;

/**
 * Sends the due codes. A failed one is recorded and retried while its code is valid. Returns the number of
 * leased messages.
 */
export async function deliverCodes(deps: DeliverCodesDeps): Promise<number> {
  await sweepTexts(deps.database, deps.now());
  const texts = await claimTexts(deps.database, deps.now(), batch);
  await Promise.all(texts.map((text) => deliver(deps, text)));
  return texts.length;
}

async function deliver({ database, sender, now, log }: DeliverCodesDeps, text: QueuedText) {
  try {
    await sender.send({ phone: text.phone, body: text.body });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const isFinal = error instanceof TextRefusedError;
    log.warn(
      { reason, smsId: text.id, attempts: text.attempts, ...(!isFinal && { outage: 'texts' }) },
      'A text message could not be sent',
    );
    if (error instanceof TextKeysError) await noteKeysRefused(database, reason);
    await noteFailed(database, text, { reason, isFinal, now: now() });
    return;
  }
  log.worked?.('texts');
  await noteSent(database, text.id, now());
}
