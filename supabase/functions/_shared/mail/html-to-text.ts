const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  copy: '©',
  mdash: '—',
  ndash: '–',
  middot: '·',
};

// The preview text beside the subject in an inbox, hidden in the email itself.
const hiddenBlock = /<(\w+)\b[^>]*\bstyle="[^"]*\bdisplay:\s*none[^"]*"[^>]*>[\s\S]*?<\/\1\s*>/gi;

/** An email's text for readers without HTML: links keep their URL, blocks their line, pictures their alternative text. */
export function htmlToText(html: string): string {
  const marked = html
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<(head|style|script|title)\b[\s\S]*?<\/\1\s*>/gi, '')
    .replace(hiddenBlock, '')
    .replace(/\s+/g, ' ')
    .replace(/<a\b[^>]*?\bhref="([^"]*)"[^>]*>(.*?)<\/a\s*>/gi, linkText)
    .replace(/<img\b[^>]*?\balt="([^"]*)"[^>]*>/gi, '$1')
    .replace(/<li\b[^>]*>/gi, '\n- ')
    .replace(/(<th\b[^>]*\bscope="row"[^>]*>[\s\S]*?)<\/th\s*>/gi, '$1: ')
    .replace(/<\/t[dh]\s*>/gi, ' ')
    .replace(/<(\/p|\/h[1-6]|\/?table|\/?ul|\/?ol|\/?blockquote)\b[^>]*>/gi, '\n\n')
    .replace(/<(br|\/tr|\/div)\b[^>]*>/gi, '\n')
    .replace(/<[^>]*>/g, '');
  const lines = decode(marked)
    .split('\n')
    .map((line) => line.replace(/[ \t]+/g, ' ').trim());
  return `${lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()}\n`;
}

function linkText(_link: string, address: string, label: string): string {
  const words = label.replace(/<[^>]*>/g, '').trim();
  const isPlain = words === '' || address.replace(/^(mailto|tel):/, '') === words;
  if (isPlain) return words || address;
  return /^(mailto|tel):/.test(address) ? words : `${words}: ${address}`;
}

function decode(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|([a-z]+));/gi, (entity, decimal, hex, name) => {
    if (decimal) return character(Number(decimal), entity);
    if (hex) return character(Number.parseInt(String(hex), 16), entity);
    return entities[String(name).toLowerCase()] ?? entity;
  });
}

const character = (point: number, entity: string): string =>
  point <= 0x10ffff ? String.fromCodePoint(point) : entity;
