import type { Business } from '../business/business.ts';
import { isServed } from '../contact/service-area.ts';
import { toContact, toPhone, toServices, unloaded } from './chat-reply.ts';
import type { ChatReply, Known } from './chat-reply.ts';
import { eitherOf } from './word-list.ts';

/** A Canadian postal code, or the three characters it begins with. */
export const postalCode = /\b([a-z]\d[a-z])(?:[ -]?(\d[a-z]\d))?\b/;

/** The most postal codes that an answer lists. */
const mostCodes = 12;

export function area({ business, rules }: Known): ChatReply {
  if (!rules) return unloaded('the area we serve', business);
  const { servedPrefixes: codes } = rules;
  return {
    text: `We are based in ${business.facts.location}. ${placeOf(codes, business)} All we need is a place to park.`,
    links: [toServices, toContact],
  };
}

function placeOf(codes: readonly string[], { facts }: Business): string {
  if (codes.length === 0) return `Service area: ${facts.serviceArea}.`;
  if (codes.length <= mostCodes)
    return `We come to postal codes that begin with ${eitherOf(codes)}.`;
  return `Service area: ${facts.serviceArea}. Send me your postal code to check yours.`;
}

/** The answer to a message with a postal code. */
export function postalArea(known: Known, message: string): ChatReply {
  const { business, rules } = known;
  const [, start = '', end = ''] = postalCode.exec(message) ?? [];
  const code = `${start} ${end}`.trim().toUpperCase();
  if (!rules || rules.servedPrefixes.length === 0) return area(known);
  return isServed(rules.servedPrefixes, code)
    ? { text: `Yes, we come to ${code}.`, links: [toServices] }
    : {
        text: `${code} is outside the area we serve. Send us a message, and we’ll see what we can do.`,
        links: [toContact, toPhone(business)],
      };
}
