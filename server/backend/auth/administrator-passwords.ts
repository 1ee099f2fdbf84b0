import { shortestAdministratorPassword } from '../../../domain/contact/account.ts';
import list from './common-passwords.txt?raw';
import { AuthFailure } from './errors.ts';

const common: ReadonlySet<string> = new Set(
  list.split('\n').filter((line) => line !== '' && !line.startsWith('#')),
);

/**
 * Whether anybody would try it first: one common word, with a few digits around it, or a row of keys such as "123456" or
 * "111111". An administrator's password is held to more.
 */
export function isMostCommon(password: string): boolean {
  const isShort = password.length <= 10;
  if (isShort && /^(.{1,3})\1+$/.test(password)) return true;
  if (keyRows.some((row) => row.includes(password))) return true;
  const word = password.toLowerCase().replace(/^\d{0,4}|\d{0,4}$/g, '');
  return common.has(word);
}

const keyRows = ['01234567890', '09876543210'];

const shortestName = 4;

/** The owner of the password, with the facts an attacker would guess from. */
export type PasswordOwner = {
  email: string | null;
  /** As it is published. */
  businessName: string;
  names?: readonly unknown[];
};

/**
 * Checks a new administrator password wherever it is set. Throws weak_password 422 for one that is short, common,
 * or contains the owner's name.
 */
export function checkAdministratorPassword(password: string, owner: PasswordOwner) {
  if (password.length < shortestAdministratorPassword) {
    throw weak('length', `use at least ${shortestAdministratorPassword} characters`);
  }
  if (isCommon(password)) {
    throw weak('pwned', 'this one is too common. Three unrelated words make a good one');
  }
  if (namesOf(owner).some((name) => password.toLowerCase().includes(name))) {
    throw weak(
      'characters',
      'leave out your name, your email address and the name of the business',
    );
  }
}

const weak = (reason: string, advice: string) =>
  new AuthFailure(422, 'weak_password', `For an administrator’s password, ${advice}.`, {
    weakPasswordReasons: [reason],
  });

const swapped: Readonly<Record<string, string>> = { '0': 'o', '1': 'i', '3': 'e', '5': 's' };
const looksLike = (text: string) =>
  text
    .replace(/[0135]/g, (digit) => swapped[digit] ?? digit)
    .replaceAll('@', 'a')
    .replaceAll('$', 's');

/** Whether it is one or two common words with digits and signs around them, or a repeated short sequence. */
function isCommon(password: string): boolean {
  if (/^(.{1,6})\1+$/.test(password) || !/[a-z]/i.test(password)) return true;
  const core = password.toLowerCase().replace(/^[^a-z]+|[^a-z]+$/g, '');
  return [core, looksLike(core)].some((text) => isOneOrTwoWords(text.replace(/[^a-z]/g, '')));
}

function isOneOrTwoWords(letters: string): boolean {
  if (letters.length < shortestName || common.has(letters)) return true;
  return [...Array(letters.length).keys()].some(
    (place) => common.has(letters.slice(0, place)) && common.has(letters.slice(place)),
  );
}

function namesOf({ email, businessName, names = [] }: PasswordOwner): string[] {
  const texts = [email?.split('@')[0], businessName, ...names];
  return texts
    .flatMap((text) => (typeof text === 'string' ? text.toLowerCase().split(/[^\p{L}]+/u) : []))
    .filter((name) => name.length >= shortestName);
}
