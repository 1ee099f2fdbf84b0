import { htmlToText } from './html-to-text.ts';
import type { TemplateVariables } from './render-template.ts';

// A template never sees a secret: it works with a mark, which the value replaces in the finished email. So no filter,
// condition or loop can carry a part of it to another place.

const begin = '\uE000';
const end = '\uE001';
const anyMark = /[\uE000\uE001]/;
const wholeMark = /\uE000(\w+)\uE001/g;

/** Whether the value opens an account, a booking or an offer for anybody who has it. */
const isSecret = (name: string): boolean =>
  name === 'token' || name === 'booking_id' || name.endsWith('_url');

/** A secret in a place from which it could reach somebody other than the reader. */
export class MisplacedSecretError extends Error {
  readonly variable: string;

  constructor(variable: string) {
    super(`“${variable}” opens an account or a booking, so it can’t be part of another address.`);
    this.variable = variable;
  }
}

/** The variables with marks for the secrets. */
export const withoutSecrets = (variables: TemplateVariables): TemplateVariables =>
  Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [
      name,
      isSecret(name) && value !== '' ? begin + name + end : withoutMarks(value),
    ]),
  );

/** What people typed can't ask for a secret. */
export const withoutMarks = (text: string): string => text.replace(/[\uE000\uE001]/g, '');

export const hasMark = (value: unknown): value is string =>
  typeof value === 'string' && anyMark.test(value);

/** Throws for a mark anywhere in an attribute but a link to our own pages. */
export function checkAttribute(
  tag: string,
  attribute: string,
  value: string,
  variables: TemplateVariables,
) {
  if (!hasMark(value)) return;
  const isLink = tag === 'a' && attribute === 'href';
  if (!isLink || !isOwnAddress(value, variables)) throw misplaced(value);
}

/** The text with the secrets, printed by `print`. Throws for a mark within a typed address. */
export function revealSecrets(
  text: string,
  variables: TemplateVariables,
  print: (value: string) => string = (value) => value,
): string {
  const shown = text.replace(wholeMark, (_mark, name: string) => print(variables[name] ?? ''));
  if (hasMark(shown)) throw misplaced(shown);
  return shown;
}

/** Throws for a mark in what an email program would make a link of. */
export function checkTypedAddresses(html: string, variables: TemplateVariables) {
  const text = htmlToText(html.replace(/\sstyle="[^"]*"/gi, ''));
  for (const word of text.split(/\s+/)) {
    if (!hasMark(word) || isOwnAddress(word, variables)) continue;
    if (/[/\\=&@#%]|\w[.?]\w/.test(word.replace(wholeMark, 'x'))) throw misplaced(word);
  }
}

// Such as a link with the time that it chooses. Without a slash it names no other site.
const ownLink = new RegExp(`^${begin}\\w+_url${end}(&(amp;)?\\w+=[\\w:.-]*)*$`);

/** A link that the server made, with parameters or without, or an address within the site of one. */
export const isOwnAddress = (value: string, variables: TemplateVariables): boolean =>
  ownLink.test(value) ||
  Object.keys(variables)
    .filter((name) => name.endsWith('_url') && URL.canParse(variables[name] ?? ''))
    .some((name) => value.startsWith(`${new URL(variables[name] ?? '').origin}/`));

const misplaced = (text: string) =>
  new MisplacedSecretError(/\uE000(\w+)\uE001/.exec(text)?.[1] ?? 'token');
