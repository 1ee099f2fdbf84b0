import {
  checkedMessage,
  senderOf,
  unsubscribeHeaders,
} from '../../supabase/functions/_shared/mail/checked-message.ts';
import type { MailMessage } from '../../supabase/functions/_shared/mail/mail-message.ts';

/** The message for nodemailer, in which no input can become a header. */
export function mailOptions(message: MailMessage, sender: string | null) {
  const { to, replyTo, subject, messageId, html, text, attachments } = checkedMessage(message);
  return {
    from: senderOf(message, sender),
    to: { name: '', address: to },
    ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
    headers: unsubscribeHeaders(message),
    subject,
    messageId,
    html,
    text,
    attachments: [...attachments],
    // Content comes only from the message, never from a file or URL named in it.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
