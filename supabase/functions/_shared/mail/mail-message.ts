export type MailAttachment = { filename: string; contentType: string; content: string };

/** An email ready to send. Header values contain no line breaks. */
export type MailMessage = {
  /** The outbox key: constant for an email, so a transport may name files by it. */
  key: string;
  /** `<…@host>`, the same at every attempt, so that a mail server or reader can drop a repeat. */
  messageId: string;
  to: string;
  /** Omitted for the transport's own sender. */
  from?: string;
  /** The business: the sender of a transport that has none, and the name of one that has only an address. */
  business?: { name: string; address: string };
  /** The reply address, if it is not the sender. */
  replyTo?: string;
  /** Where one POST unsubscribes, for the email program's own button (RFC 8058). */
  unsubscribeUrl?: string;
  subject: string;
  html: string;
  text: string;
  attachments: readonly MailAttachment[];
};

/** The mail server is unavailable for any email. */
export class MailServerAwayError extends Error {}

/** A permanent refusal of this email. */
export class MailRefusedError extends Error {}

/** Throws one of the two above, or another error when a retry may succeed. */
export type MailTransport = { send: (message: MailMessage) => Promise<void> };

// One plain address: nothing in it can start a second recipient, a display name or another header.
const onePlainAddress = /^[^\s,;:<>()[\]"\\]+@[^\s,;:<>()[\]"\\@]+$/;

export const isPlainAddress = (text: string): boolean => onePlainAddress.test(text);
