/**
 * A text from the device's own messages: to this number, with these words ready to be sent or changed. Android reads
 * `?body`, and iOS `&body`.
 */
export const textLink = (phone: string, words = ''): string =>
  words === '' ? `sms:${phone}` : `sms:${phone}?&body=${encodeURIComponent(words)}`;
