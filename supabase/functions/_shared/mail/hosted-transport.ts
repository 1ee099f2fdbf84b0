import { hostedSetting, optionalSetting } from '../http/hosted-deps.ts';
import { httpTransport } from './http-transport.ts';
import type { MailTransport } from './mail-message.ts';

/** The hosted runtime closes the ports of SMTP, so its emails leave over HTTP. Throws when a setting is missing. */
export const hostedTransport = (): MailTransport =>
  httpTransport({
    url: optionalSetting('MAIL_API_URL') ?? 'https://api.resend.com/emails',
    apiKey: hostedSetting('MAIL_API_KEY'),
    from: hostedSetting('MAIL_FROM'),
  });
