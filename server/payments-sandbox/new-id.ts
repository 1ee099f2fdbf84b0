import { randomInt } from 'node:crypto';

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A random id in the provider's style, for example `pi_3f…`: about 140 bits. */
export const newId = (prefix: string): string =>
  `${prefix}_${Array.from({ length: 24 }, () => letters.charAt(randomInt(letters.length))).join('')}`;
