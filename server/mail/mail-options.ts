import {
  isPlainAddress,
  MailRefusedError,
  type MailMessage,
} from '../../supabase/functions/_shared/mail/mail-message.ts';

/** The message as nodemailer takes it, with what a person typed unable to become a header. */
export function mailOptions(message: MailMessage, sender: string) {
  if (!isPlainAddress(message.to))
    throw new MailRefusedError('The recipient is not one plain address');
  const { replyTo, unsubscribeUrl } = message;
  if (replyTo !== undefined && !isPlainAddress(replyTo)) {
    throw new MailRefusedError('The address for answers is not one plain address');
  }
  return {
    from: message.from ?? sender,
    to: { name: '', address: message.to },
    ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
    ...(unsubscribeUrl !== undefined && { headers: unsubscribeHeaders(unsubscribeUrl) }),
    subject: oneLine(message.subject),
    messageId: oneLine(message.messageId),
    html: message.html,
    text: message.text,
    attachments: message.attachments.map(({ filename, contentType, content }) => ({
      filename: oneLine(filename),
      contentType: oneLine(contentType),
      content,
    })),
    // A mail is made of what it was given, never of a file or an address named in it.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** RFC 2369 says where, RFC 8058 that one POST does it without a question. */
function unsubscribeHeaders(address: string) {
  // Written anew, an address holds neither a line break nor a bracket.
  const { href } = new URL(address);
  return {
    'List-Unsubscribe': `<${href}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

const oneLine = (text: string) => text.replace(/[\r\n]+/g, ' ').trim();
