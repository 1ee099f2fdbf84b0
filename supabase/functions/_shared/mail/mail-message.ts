export type MailAttachment = { filename: string; contentType: string; content: string };

/** A mail ready to send. Header values hold no line breaks. */
export type MailMessage = {
  /** The outbox key: the same mail always has the same key, so a transport may name files by it. */
  key: string;
  /** `<…@host>`, the same at every attempt, so that a mail server or reader can drop a repeat. */
  messageId: string;
  to: string;
  /** Left out when the transport's own sender stands. */
  from?: string;
  /** Where an answer goes, when not to the sender. */
  replyTo?: string;
  /** Where one POST ends mails of this kind, for the mail reader's own button (RFC 8058). */
  unsubscribeUrl?: string;
  subject: string;
  html: string;
  text: string;
  attachments: readonly MailAttachment[];
};

/** No mail can be handed over at the moment, whichever it is. */
export class MailServerAwayError extends Error {}

/** This mail is refused, and would be again. */
export class MailRefusedError extends Error {}

/** Throws one of the two above, or another error when this mail may be taken later. */
export type MailTransport = { send: (message: MailMessage) => Promise<void> };

// One plain address: nothing in it can start a second recipient, a display name or another header.
const onePlainAddress = /^[^\s,;:<>()[\]"\\]+@[^\s,;:<>()[\]"\\@]+$/;

export const isPlainAddress = (text: string): boolean => onePlainAddress.test(text);
