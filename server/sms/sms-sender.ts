/** A text message; the number is its digits with the country code. */
export type TextMessage = { phone: string; body: string };

export type SmsSender = { send: (message: TextMessage) => Promise<void> };

/** A permanent refusal, such as a number that does not exist. */
export class SmsRefusedError extends Error {}
