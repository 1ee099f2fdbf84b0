import type { Config } from '../config.ts';
import { mailboxReaders, type MailSettings } from '../mail/mail-place.ts';

/** Whether codes can be texted: by a service, or in the sandbox, where /mailbox shows them. */
export const canSendTexts = (config: MailSettings & Pick<Config, 'sms'>) =>
  config.sms !== null || mailboxReaders(config) !== null;
