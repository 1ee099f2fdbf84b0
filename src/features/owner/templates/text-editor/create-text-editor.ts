import { baseKeymap } from 'prosemirror-commands';
import { history, redo, undo } from 'prosemirror-history';
import { keymap } from 'prosemirror-keymap';
import { splitListItem } from 'prosemirror-schema-list';
import { EditorState, type Command } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import type { LetterBlock } from '@domain/mail/letter.ts';
import {
  deleteVariable,
  insertBreak,
  textState,
  toggleBold,
  type TextState,
} from './text-commands.ts';
import { blocksOf, documentOf } from './text-document.ts';
import { textSchema, type TextKind } from './text-schema.ts';

type TextEditorOptions = {
  kind: TextKind;
  blocks: readonly LetterBlock[];
  onChange: (blocks: LetterBlock[]) => void;
  onState: (state: TextState) => void;
};

/** An editor of text with variables. Tab goes on to the next control. */
export function createTextEditor(place: HTMLElement, options: TextEditorOptions): EditorView {
  const { kind, blocks, onChange, onState } = options;
  const schema = textSchema(kind);
  const { item } = schema.nodes;
  const nothing: Command = () => true;
  const view: EditorView = new EditorView(place, {
    state: EditorState.create({
      doc: documentOf(schema, blocks),
      plugins: [
        history(),
        keymap({
          'Mod-z': undo,
          'Mod-y': redo,
          'Mod-Shift-z': redo,
          'Mod-b': toggleBold,
          Backspace: deleteVariable(-1),
          Delete: deleteVariable(1),
          'Shift-Enter': kind === 'line' ? nothing : insertBreak,
          ...(kind === 'line' && { Enter: nothing }),
          ...(item && { Enter: splitListItem(item) }),
        }),
        keymap(baseKeymap),
      ],
    }),
    dispatchTransaction(transaction) {
      view.updateState(view.state.apply(transaction));
      if (transaction.docChanged) onChange(blocksOf(view.state.doc));
      onState(textState(view.state));
    },
  });
  return view;
}
