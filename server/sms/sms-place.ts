import type { Config } from '../config.ts';
import { mailboxIsOpen } from '../mail/mail-place.ts';

/**
 * Whether codes can be texted: by a service, or in the sandbox, where the messages are shown on /mailbox.
 */
export const canSendTexts = (
  config: Pick<Config, 'sms' | 'smtpUrl' | 'stripe' | 'dataDir' | 'host'>,
) => config.sms !== null || mailboxIsOpen(config);
