import type { Config } from '../config.ts';
import { mailboxIsOpen, type MailSettings } from '../mail/mail-place.ts';

/**
 * Whether codes can be texted: by a service, or in the sandbox, where the messages are shown on /mailbox.
 */
export const canSendTexts = (config: MailSettings & Pick<Config, 'sms'>) =>
  config.sms !== null || mailboxIsOpen(config);
