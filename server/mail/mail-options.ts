import {
  isPlainAddress,
  MailRefusedError,
  type MailMessage,
} from '../../supabase/functions/_shared/mail/mail-message.ts';

/** The message for nodemailer, in which no input can become a header. */
export function mailOptions(message: MailMessage, sender: string) {
  if (!isPlainAddress(message.to))
    throw new MailRefusedError('The recipient is not a single plain address');
  const { replyTo, unsubscribeUrl } = message;
  if (replyTo !== undefined && !isPlainAddress(replyTo)) {
    throw new MailRefusedError('The reply address is not a single plain address');
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
    // Content comes only from the message, never from a file or URL named in it.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** RFC 2369 gives the address, RFC 8058 allows one POST without a confirmation. */
function unsubscribeHeaders(address: string) {
  // Formatted again, a URL contains neither a line break nor a bracket.
  const { href } = new URL(address);
  return {
    'List-Unsubscribe': `<${href}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

const oneLine = (text: string) => text.replace(/[\r\n]+/g, ' ').trim();
