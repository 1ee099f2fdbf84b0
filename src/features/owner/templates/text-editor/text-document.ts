import type { Mark, Node, Schema } from 'prosemirror-model';
import type { LetterBlock, Run } from '@domain/mail/letter.ts';

/** The blocks as a document of the editor. There is always a paragraph to write in, also after a fixed block. */
export function documentOf(schema: Schema, blocks: readonly LetterBlock[]): Node {
  const last = blocks.at(-1);
  const shown: readonly LetterBlock[] =
    !last || last.kind === 'fixed' ? [...blocks, { kind: 'paragraph', runs: [] }] : blocks;
  return schema.node(
    'doc',
    null,
    shown.map((block) => {
      switch (block.kind) {
        case 'fixed':
          return schema.node('fixed', { html: block.html });
        case 'paragraph':
          return paragraph(schema, block.runs);
        case 'list':
          return schema.node(
            'list',
            null,
            block.items.map((runs) => schema.node('item', null, [paragraph(schema, runs)])),
          );
      }
    }),
  );
}

export function blocksOf(doc: Node): LetterBlock[] {
  const blocks: LetterBlock[] = [];
  doc.forEach((node) => {
    if (node.type.name === 'fixed') {
      blocks.push({ kind: 'fixed', html: String(node.attrs['html']) });
    } else if (node.type.name === 'list') {
      const items: Run[][] = [];
      node.forEach((item) => void (item.firstChild && items.push(runsOf(item.firstChild))));
      blocks.push({ kind: 'list', items });
    } else blocks.push({ kind: 'paragraph', runs: runsOf(node) });
  });
  return blocks;
}

const paragraph = (schema: Schema, runs: readonly Run[]): Node =>
  schema.node(
    'paragraph',
    null,
    runs.flatMap((run) => {
      const marks = marksOf(schema, run);
      if ('variable' in run)
        return schema.node('variable', { name: run.variable }, undefined, marks);
      if ('isBreak' in run) return schema.node('lineBreak', null, undefined, marks);
      return run.text === '' ? [] : schema.text(run.text, marks);
    }),
  );

const marksOf = (schema: Schema, { href, isBold }: Run): Mark[] => [
  ...(href === undefined ? [] : [schema.mark('link', { href })]),
  ...(isBold ? [schema.mark('bold')] : []),
];

function runsOf(node: Node): Run[] {
  const runs: Run[] = [];
  node.forEach((child) => {
    const href = child.marks.find(({ type }) => type.name === 'link')?.attrs['href'] as
      | string
      | undefined;
    const look = {
      ...(child.marks.some(({ type }) => type.name === 'bold') && { isBold: true as const }),
      ...(href !== undefined && { href }),
    };
    if (child.isText) runs.push({ text: child.text ?? '', ...look });
    else if (child.type.name === 'variable') {
      runs.push({ variable: String(child.attrs['name']), ...look });
    } else runs.push({ isBreak: true, ...look });
  });
  return runs;
}
