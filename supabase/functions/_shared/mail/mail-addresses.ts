import { htmlToText } from './html-to-text.ts';
import { hasMark, isOwnAddress } from './mail-secrets.ts';
import type { TemplateVariables } from './render-template.ts';
import { escaped, sanitizeMail } from './sanitize-mail.ts';

// A variable, whatever a filter or condition makes of it, is no part of an address that leads elsewhere: those are
// exactly as they are written in the template. What an email program loads by itself stands in every email, because a
// condition would say as much as a variable.

/** An address that leads elsewhere and differs from email to email. */
export class ChangingAddressError extends Error {
  /** How it begins. */
  readonly start: string;

  constructor(address: string) {
    const start = /^.*?\/\/[^/?#\s]*|^[^/?#\s]*/.exec(address)?.[0] ?? address;
    super(
      `“${start}” leads elsewhere, so no variable can be part of that address, and a picture there can’t depend on a condition.`,
    );
    this.start = start;
  }
}

export type ForeignAddresses = {
  /** Those that a reader may follow. */
  links: string[];
  /** Those that an email program loads by itself. */
  loads: string[];
};

/** Adds what an attribute leads to, unless it is ours or the reader's. */
export function noteAddress(
  found: ForeignAddresses,
  attribute: string,
  value: string,
  variables: TemplateVariables,
) {
  if (attribute === 'style') {
    if (/url|image|src|@|\\/i.test(value)) found.loads.push(value);
  } else if (/^(href|src|srcset|background)$/.test(attribute)) {
    if (hasMark(value) || isOwnAddress(value, variables) || /^(#.*)?$/s.test(value)) return;
    if (attribute !== 'href') found.loads.push(value);
    else if (!isContact(value, variables)) found.links.push(value);
  }
}

/** Throws for an address of the rendered email that is not in its template. */
export function checkAddresses(
  { links, loads }: ForeignAddresses,
  template: string,
  variables: TemplateVariables,
) {
  if (links.length > 0) {
    const written = new Set(addressesOf(template, variables).links);
    throwFirst(links.filter((link) => !written.has(link)));
  }
  const always = addressesOf(withoutConditions(template), variables).loads;
  throwFirst(extra(loads, always));
  throwFirst(extra(always, loads));
}

/** The same for addresses that an email program would make links of. `text` is HTML, and so is the template. */
export function checkForeignTypedAddresses(
  text: string,
  template: string,
  variables: TemplateVariables,
) {
  const foreign = typedAddresses(text).filter(
    (address) => !hasMark(address) && !isOwnAddress(address, variables),
  );
  if (foreign.length === 0) return;
  const known = new Set([
    ...typedAddresses(withoutLiquid(template)),
    // A customer may write of another site.
    ...Object.values(variables).flatMap((value) => typedAddresses(escaped(value))),
  ]);
  throwFirst(foreign.filter((address) => !known.has(address)));
}

function throwFirst([address]: string[]) {
  if (address !== undefined) throw new ChangingAddressError(address);
}

/** What is more often in the first list. */
function extra(addresses: string[], others: string[]): string[] {
  const left = [...others];
  return addresses.filter((address) => {
    const at = left.indexOf(address);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

function addressesOf(template: string, variables: TemplateVariables): ForeignAddresses {
  const found: ForeignAddresses = { links: [], loads: [] };
  sanitizeMail(withoutLiquid(template), (_tag, attribute, value) =>
    noteAddress(found, attribute, value, variables),
  );
  // An address with a gap is no whole one.
  return {
    links: found.links.filter((address) => !address.includes(gap)),
    loads: found.loads.filter((address) => !address.includes(gap)),
  };
}

const gap = '\uE002';
const withoutLiquid = (template: string) =>
  template.replace(/\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}/g, gap);

const innermostBlock =
  /\{%-?\s*(if|unless|case|for|tablerow|capture|comment)\b(?:(?!\{%-?\s*(?:if|unless|case|for|tablerow|capture|comment)\b)[\s\S])*?\{%-?\s*end\1\s*-?%\}/g;

/** The part of a template that is in every email. */
function withoutConditions(template: string): string {
  const left = template.replace(innermostBlock, gap);
  return left === template ? left : withoutConditions(left);
}

/** An email to, or a call of, somebody whom the email names: the business, or its customer. */
function isContact(address: string, variables: TemplateVariables): boolean {
  const [, kind = '', to = '', query = ''] =
    /^(mailto|tel):([^?]*)(?:\?([^?]*))?$/i.exec(address) ?? [];
  const isMail = kind.toLowerCase() === 'mailto';
  const digits = (text: string) => text.replace(/\D/g, '');
  const isKnown = Object.entries(variables).some(([name, value]) =>
    isMail
      ? /(^|_)email$/.test(name) && value === to
      : /(^|_)phone$/.test(name) && digits(to) !== '' && digits(value) === digits(to),
  );
  const adds = [...new URLSearchParams(query).keys()];
  return isKnown && adds.every((name) => isMail && /^(subject|body)$/i.test(name));
}

const typedAddresses = (html: string): string[] =>
  // Hidden text counts, too.
  [...htmlToText(html.replace(/\sstyle="[^"]*"/gi, '')).matchAll(typedAddress)].map(([address]) =>
    address.replace(/[\p{Po}\p{Pe}\p{Pf}]+$/u, ''),
  );

// From the beginning of a word alone, and with labels of a host's length: otherwise long words take minutes.
const typedAddress =
  /(?:https?:\/\/|www\.)[^\s\uE002]+|(?<![\p{L}\d.-])(?:[\p{L}\d-]{1,63}\.)+\p{L}{2,63}\/[^\s\uE002]*/giu;
