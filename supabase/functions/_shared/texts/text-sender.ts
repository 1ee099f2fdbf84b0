/** A text message; the number is its digits with the country code. */
export type TextMessage = {
  phone: string;
  body: string;
  /** Where the service reports what becomes of it. */
  reportTo?: string;
};

export type TextSender = {
  /** The service's name of the accepted message; null when it gives none. */
  send: (message: TextMessage) => Promise<{ id: string | null }>;
};

/** A permanent refusal, such as a number that does not exist; the code is the service's. */
export class TextRefusedError extends Error {
  readonly code: number | null;
  constructor(message: string, code: number | null = null) {
    super(message);
    this.code = code;
  }
}

/** The service refuses our keys, and with them every message until they are replaced. */
export class TextKeysError extends Error {}

/** No usable answer arrived: the service may have accepted the message. */
export class TextUnclearError extends Error {}

/** The service that sends text messages and reports replies, or the sandbox in its place. */
export type TextService = {
  sender: TextSender;
  /** Where it reports replies and what became of texts, as it signs the address. */
  webhookUrl: string;
  /** The secret that it signs its requests with. */
  authToken: string;
};
