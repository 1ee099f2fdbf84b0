import { toggleMark } from 'prosemirror-commands';
import type { Node, ResolvedPos } from 'prosemirror-model';
import { liftListItem, wrapInList } from 'prosemirror-schema-list';
import {
  NodeSelection,
  TextSelection,
  type Command,
  type EditorState,
  type Transaction,
} from 'prosemirror-state';
import { variableLabel } from '@domain/mail/variable-labels.ts';

/** What the toolbar shows about the place of the cursor. `href` is null outside of a link. */
export type TextState = { isBold: boolean; isList: boolean; href: string | null };

export function textState(state: EditorState): TextState {
  const { bold, link } = state.schema.marks;
  const { $from, from, to, empty } = state.selection;
  const has = (type = bold) =>
    type !== undefined &&
    (empty
      ? Boolean(type.isInSet(state.storedMarks ?? $from.marks()))
      : state.doc.rangeHasMark(from, to, type));
  const linked =
    link && (link.isInSet($from.marks()) ?? link.isInSet($from.nodeAfter?.marks ?? []));
  return {
    isBold: has(),
    isList: isInList($from),
    href: linked ? String(linked.attrs['href']) : null,
  };
}

const isInList = ($from: ResolvedPos): boolean => $from.depth > 1;

export const toggleBold: Command = (state, dispatch) => {
  const { bold } = state.schema.marks;
  return bold ? toggleMark(bold)(state, dispatch) : false;
};

export const toggleList: Command = (state, dispatch) => {
  const { list, item } = state.schema.nodes;
  if (!list || !item) return false;
  return isInList(state.selection.$from)
    ? liftListItem(item)(state, dispatch)
    : wrapInList(list)(state, dispatch);
};

/** Writes a variable at the cursor, or over what is selected. */
export const insertVariable =
  (name: string): Command =>
  (state, dispatch) => {
    const node = state.schema.nodes['variable']?.create({ name });
    if (!node) return false;
    dispatch?.(writeInline(state, node, true));
    return true;
  };

/** A selected fixed block stays: what is written goes into a paragraph after it. */
function writeInline(state: EditorState, node: Node, inheritMarks: boolean): Transaction {
  const { selection, tr } = state;
  if (!(selection instanceof NodeSelection) || selection.node.isInline) {
    return tr.replaceSelectionWith(node, inheritMarks);
  }
  const paragraph = state.schema.node('paragraph', null, [node]);
  return tr
    .insert(selection.to, paragraph)
    .setSelection(TextSelection.create(tr.doc, selection.to + 1 + node.nodeSize));
}

/** Links what is selected, or the whole link at the cursor. With neither, the label of the address is written. */
export const setLink =
  (href: string): Command =>
  (state, dispatch) => {
    const { link } = state.schema.marks;
    if (!link) return false;
    const mark = link.create({ href });
    const { from, to } = linkRange(state);
    const words = /^\{\{\s*(.*?)\s*\}\}$/.exec(href)?.[1];
    const isNothing = from === to || state.selection instanceof NodeSelection;
    const tr = isNothing
      ? writeInline(state, state.schema.text(words ? variableLabel(words) : href, [mark]), false)
      : state.tr.removeMark(from, to, link).addMark(from, to, mark);
    dispatch?.(tr.removeStoredMark(link));
    return true;
  };

export const removeLink: Command = (state, dispatch) => {
  const { link } = state.schema.marks;
  if (!link) return false;
  const { from, to } = linkRange(state);
  dispatch?.(state.tr.removeMark(from, to, link));
  return true;
};

/** What is selected; for a cursor, the link that it is in. */
function linkRange(state: EditorState): { from: number; to: number } {
  const { $from, from, to, empty } = state.selection;
  const { href } = textState(state);
  if (!empty || href === null) return { from, to };
  const isLinked = (index: number) =>
    $from.parent.child(index).marks.some(({ attrs }) => attrs['href'] === href);
  const start = $from.start();
  let [first, last] = [0, 0];
  let at = start;
  let range = { from, to };
  for (let index = 0; index < $from.parent.childCount; index++) {
    const end = at + $from.parent.child(index).nodeSize;
    if (isLinked(index)) {
      if (last !== at) first = at;
      last = end;
      if (first <= from && from <= last) range = { from: first, to: last };
    }
    at = end;
  }
  return range;
}

/** Deletes the variable beside the cursor as a whole; `direction` is -1 for the one before it. */
export const deleteVariable =
  (direction: -1 | 1): Command =>
  (state, dispatch) => {
    const { selection } = state;
    if (!(selection instanceof TextSelection) || !selection.$cursor) return false;
    const { $cursor } = selection;
    const node = direction < 0 ? $cursor.nodeBefore : $cursor.nodeAfter;
    if (node?.type.name !== 'variable') return false;
    const [from, to] =
      direction < 0
        ? [$cursor.pos - node.nodeSize, $cursor.pos]
        : [$cursor.pos, $cursor.pos + node.nodeSize];
    dispatch?.(state.tr.delete(from, to));
    return true;
  };

export const insertBreak: Command = (state, dispatch) => {
  const node = state.schema.nodes['lineBreak']?.create();
  if (!node) return false;
  dispatch?.(state.tr.replaceSelectionWith(node).scrollIntoView());
  return true;
};
