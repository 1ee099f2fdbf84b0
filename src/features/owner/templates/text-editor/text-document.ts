import type { Node } from '@tiptap/pm/model';
import type { EditorOptions, JSONContent } from '@tiptap/react';
import type { LetterBlock, Run } from '@domain/mail/letter.ts';
import { textExtensions, type TextKind } from './text-extensions.ts';

/** An editor of text with variables, for a text of that kind. */
export const textOptions = (
  kind: TextKind,
  blocks: readonly LetterBlock[],
): Partial<EditorOptions> => ({
  extensions: textExtensions[kind],
  content: documentOf(blocks),
  // A text that doesn't fit is refused; it is never left out.
  enableContentCheck: true,
  // The content policy refuses a style element.
  injectCSS: false,
  // A typed asterisk is an asterisk.
  enableInputRules: false,
  enablePasteRules: false,
});

/** There is always a paragraph to write in, also after a fixed block. */
function documentOf(blocks: readonly LetterBlock[]): JSONContent {
  const content = blocks.map((block): JSONContent => {
    switch (block.kind) {
      case 'fixed':
        return { type: 'fixed', attrs: { html: block.html } };
      case 'paragraph':
        return paragraph(block.runs);
      case 'list':
        return {
          type: 'bulletList',
          content: block.items.map((runs) => ({ type: 'listItem', content: [paragraph(runs)] })),
        };
    }
  });
  const last = blocks.at(-1);
  return {
    type: 'doc',
    content: !last || last.kind === 'fixed' ? [...content, paragraph([])] : content,
  };
}

const paragraph = (runs: readonly Run[]): JSONContent => ({
  type: 'paragraph',
  content: runs.flatMap((run): JSONContent[] => {
    const marks = [
      ...(run.href === undefined ? [] : [{ type: 'link', attrs: { href: run.href } }]),
      ...(run.isBold ? [{ type: 'bold' }] : []),
    ];
    if ('variable' in run) return [{ type: 'variable', attrs: { name: run.variable }, marks }];
    if ('isBreak' in run) return [{ type: 'hardBreak', marks }];
    return run.text === '' ? [] : [{ type: 'text', text: run.text, marks }];
  }),
});

export const blocksOf = (doc: Node): LetterBlock[] =>
  doc.children.map((node) => {
    switch (node.type.name) {
      case 'fixed':
        return { kind: 'fixed', html: String(node.attrs['html']) };
      case 'bulletList':
        return { kind: 'list', items: node.children.map((item) => runsOf(item.child(0))) };
      default:
        return { kind: 'paragraph', runs: runsOf(node) };
    }
  });

const runsOf = (node: Node): Run[] =>
  node.children.map((child) => {
    const link = child.marks.find(({ type }) => type.name === 'link');
    const look = {
      ...(child.marks.some(({ type }) => type.name === 'bold') && { isBold: true as const }),
      ...(link && { href: String(link.attrs['href']) }),
    };
    if (child.isText) return { text: child.text ?? '', ...look };
    if (child.type.name === 'hardBreak') return { isBreak: true, ...look };
    return { variable: String(child.attrs['name']), ...look };
  });
