import { isPlainAddress, type MailMessage } from '../../supabase/functions/_shared/mail-message.ts';

/** The message as nodemailer takes it, with what a person typed unable to become a header. */
export function mailOptions(message: MailMessage, sender: string) {
  if (!isPlainAddress(message.to)) throw new Error('The recipient is not one plain address');
  const { replyTo } = message;
  if (replyTo !== undefined && !isPlainAddress(replyTo)) {
    throw new Error('The address for answers is not one plain address');
  }
  return {
    from: message.from ?? sender,
    to: { name: '', address: message.to },
    ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
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

const oneLine = (text: string) => text.replace(/[\r\n]+/g, ' ').trim();
