import { EditorView } from '@codemirror/view';
import { setProblem } from './problem-field.ts';

/** Puts another text in place of the whole, which can be undone like anything typed. */
export function replaceText(view: EditorView, text: string) {
  const { doc } = view.state;
  if (doc.toString() === text) return;
  view.dispatch({ changes: { from: 0, to: doc.length, insert: text } });
}

export function insertText(view: EditorView, text: string) {
  view.dispatch(view.state.replaceSelection(text), { scrollIntoView: true });
  view.focus();
}

export function placeAt(view: EditorView, line: number, column: number) {
  const { from, to } = lineOf(view, line);
  const place = Math.min(from + column - 1, to);
  view.dom.scrollIntoView({ block: 'center' });
  view.dispatch({
    selection: { anchor: place },
    effects: EditorView.scrollIntoView(place, { y: 'center' }),
  });
  view.focus();
}

export function markProblem(view: EditorView, line: number | null) {
  view.dispatch({ effects: setProblem.of(line === null ? null : lineOf(view, line).from) });
}

// The text may have become shorter since the line was found.
const lineOf = (view: EditorView, line: number) =>
  view.state.doc.line(Math.max(1, Math.min(line, view.state.doc.lines)));
