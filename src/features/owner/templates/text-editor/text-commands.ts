import type { Editor, JSONContent } from '@tiptap/react';
import { variableLabel } from '@domain/mail/variable-labels.ts';
import { variableOf } from './link-address.ts';

/** Writes a variable at the cursor, or over what is selected. */
export function insertVariable(editor: Editor, name: string) {
  const { selection, storedMarks } = editor.state;
  const marks = storedMarks ?? selection.$from.marksAcross(selection.$to) ?? [];
  write(editor, {
    type: 'variable',
    attrs: { name },
    marks: marks.map(({ type, attrs }) => ({ type: type.name, attrs })),
  });
}

/** Links what is selected, or the whole link at the cursor. With neither, the label of the address is written. */
export function setLink(editor: Editor, href: string) {
  const { from, to, empty } = editor.state.selection;
  const isInLink = editor.isActive('link');
  if ((empty && !isInLink) || editor.isActive('fixed')) {
    const page = variableOf(href);
    const text = page === null ? href : variableLabel(page);
    return write(editor, { type: 'text', text, marks: [{ type: 'link', attrs: { href } }] });
  }
  const chain = editor.chain().focus();
  if (empty) chain.extendMarkRange('link');
  return chain.setMark('link', { href }).setTextSelection({ from, to }).run();
}

export const removeLink = (editor: Editor) =>
  editor.chain().focus().unsetMark('link', { extendEmptyMarkRange: true }).run();

/** A selected fixed block stays: what is written goes into a paragraph after it. */
function write(editor: Editor, piece: JSONContent) {
  const { from, to } = editor.state.selection;
  const chain = editor.chain().focus();
  return editor.isActive('fixed')
    ? chain.insertContentAt(to, { type: 'paragraph', content: [piece] }).run()
    : chain.insertContentAt({ from, to }, piece).run();
}
