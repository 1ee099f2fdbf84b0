import { isPlainAddress, MailRefusedError, type MailMessage } from './mail-message.ts';

/** The message with values that cannot become a header. Throws MailRefusedError for an unusable address. */
export function checkedMessage(message: MailMessage): MailMessage {
  if (!isPlainAddress(message.to))
    throw new MailRefusedError('The recipient is not a single plain address');
  if (message.replyTo !== undefined && !isPlainAddress(message.replyTo)) {
    throw new MailRefusedError('The reply address is not a single plain address');
  }
  return {
    ...message,
    subject: oneLine(message.subject),
    messageId: oneLine(message.messageId),
    attachments: message.attachments.map(({ filename, contentType, content }) => ({
      filename: oneLine(filename),
      contentType: oneLine(contentType),
      content,
    })),
  };
}

/** The sender as emails write it. `configured` is the operator's, or null; a name in it is used as it is. */
export function senderOf({ from, business }: MailMessage, configured: string | null): string {
  if (from !== undefined) return from;
  if (!business) return configured ?? '';
  if (configured?.includes('<')) return configured;
  const name = oneLine(business.name).replaceAll(/["\\]/g, '');
  return `"${name}" <${configured ?? business.address}>`;
}

/** RFC 2369 gives the address, RFC 8058 allows one POST without a confirmation. */
export function unsubscribeHeaders({ unsubscribeUrl }: MailMessage): Record<string, string> {
  if (unsubscribeUrl === undefined) return {};
  // Formatted again, a URL contains neither a line break nor a bracket.
  const { href } = new URL(unsubscribeUrl);
  return {
    'List-Unsubscribe': `<${href}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

const oneLine = (text: string) => text.replace(/[\r\n]+/g, ' ').trim();
