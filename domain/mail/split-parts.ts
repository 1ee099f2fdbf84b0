/** A whole element or Liquid block at the top of an email; `tag` is empty for Liquid and comments. */
export type Part = { tag: string; attributes: string; inner: string; source: string };

const voidTags: ReadonlySet<string> = new Set(['hr', 'img', 'br']);
const openTag = /<([a-z][a-z0-9]*)\b([^>]*)>/iy;
/** Tags of Liquid from the start of the text: a shared expression would go on where it ended. */
const liquidTags = () => /\{%-?\s*(\w+|#)[\s\S]*?%\}/g;
const liquidBlocks: ReadonlySet<string> = new Set([
  'if',
  'unless',
  'for',
  'case',
  'capture',
  'comment',
  'raw',
  'tablerow',
]);

/** The parts of an email in order; null if one is not closed, or if there is text outside of them. */
export function splitParts(html: string): Part[] | null {
  const parts: Part[] = [];
  let at = 0;
  for (;;) {
    at += /^\s*/.exec(html.slice(at))?.[0].length ?? 0;
    if (at >= html.length) return parts;
    const part = elementAt(html, at) ?? commentAt(html, at) ?? liquidAt(html, at);
    if (!part) return null;
    parts.push(part);
    at += part.source.length;
  }
}

function elementAt(html: string, at: number): Part | null {
  openTag.lastIndex = at;
  const open = openTag.exec(html);
  if (!open) return null;
  const [opening, name = '', attributes = ''] = open;
  const tag = name.toLowerCase();
  const innerAt = at + opening.length;
  if (voidTags.has(tag)) return { tag, attributes, inner: '', source: opening };
  const same = new RegExp(`<(/?)${tag}\\b[^>]*>`, 'gi');
  same.lastIndex = innerAt;
  let depth = 1;
  for (let found = same.exec(html); found; found = same.exec(html)) {
    depth += found[1] ? -1 : 1;
    if (depth > 0) continue;
    const inner = html.slice(innerAt, found.index);
    // A condition that reaches out of the element is no part of it.
    if (!isWholeLiquid(inner)) return null;
    return { tag, attributes: attributes.trim(), inner, source: html.slice(at, same.lastIndex) };
  }
  return null;
}

function commentAt(html: string, at: number): Part | null {
  const end = html.startsWith('<!--', at) ? html.indexOf('-->', at) : -1;
  return end < 0 ? null : { tag: '', attributes: '', inner: '', source: html.slice(at, end + 3) };
}

function liquidAt(html: string, at: number): Part | null {
  if (!html.startsWith('{%', at)) return null;
  const liquidTag = liquidTags();
  liquidTag.lastIndex = at;
  let depth = 0;
  for (let found = liquidTag.exec(html); found; found = liquidTag.exec(html)) {
    depth += depthOf(found[1]);
    if (depth > 0) continue;
    const source = html.slice(at, liquidTag.lastIndex);
    return depth < 0 ? null : { tag: '', attributes: '', inner: '', source };
  }
  return null;
}

function isWholeLiquid(html: string): boolean {
  let depth = 0;
  for (const [, name] of html.matchAll(liquidTags())) {
    depth += depthOf(name);
    if (depth < 0) return false;
  }
  return depth === 0;
}

const depthOf = (name = ''): number =>
  liquidBlocks.has(name) ? 1 : name.startsWith('end') && liquidBlocks.has(name.slice(3)) ? -1 : 0;
