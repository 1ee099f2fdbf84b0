import { formatInstantDay } from '@/lib/moments.ts';
import type { Inquiry } from '@contracts/inquiries.ts';

/** What mail programs and the systems that start them take for sure, in characters. */
const longestLink = 1_900;
const cutMark = '[…]';

type Asked = Pick<Inquiry, 'name' | 'email' | 'subject' | 'message' | 'created_at'>;

/**
 * A link that opens an answer in the mail program: to whoever wrote, with the text quoted. A text that is
 * too long for a link is cut at a line or a word, and says so.
 */
export function replyLink(inquiry: Asked): { href: string; isCut: boolean } {
  const subject = /^re:/i.test(inquiry.subject) ? inquiry.subject : `Re: ${inquiry.subject}`;
  const start = `mailto:${encodeURIComponent(inquiry.email).replace('%40', '@')}?subject=${encodeURIComponent(oneLine(subject))}&body=`;
  const opening = `Hello ${oneLine(inquiry.name)},\r\n\r\n\r\n\r\nOn ${formatInstantDay(inquiry.created_at)}, you wrote:\r\n`;
  const room = longestLink - start.length - encodeURIComponent(opening).length;
  const text = fitting(inquiry.message.replace(/\r\n?/g, '\n').trim(), room);
  const isCut = text.endsWith(cutMark);
  return { href: `${start}${encodeURIComponent(opening + quoted(text))}`, isCut };
}

const oneLine = (text: string) => text.replace(/\p{Cc}+/gu, ' ').trim();

const quoted = (text: string) =>
  text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\r\n');

const roomOf = (text: string) => encodeURIComponent(quoted(text)).length;

/** As many whole characters as there is room for, ending with a word. */
function fitting(text: string, room: number): string {
  if (roomOf(text) <= room) return text;
  const characters = Array.from(text);
  let fits = 0;
  let tooMany = characters.length;
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (roomOf(`${characters.slice(0, middle).join('')} ${cutMark}`) <= room) fits = middle;
    else tooMany = middle;
  }
  const kept = characters.slice(0, fits).join('');
  const atWord = kept.replace(/\s+\S*$/, '');
  return `${(atWord || kept).trimEnd()} ${cutMark}`;
}
