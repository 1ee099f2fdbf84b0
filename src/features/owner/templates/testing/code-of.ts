import { act, screen } from '@testing-library/react';
import { EditorView } from '@codemirror/view';

/** The editor of the mail's HTML, which takes no keys from a test: it is written to as its own code does. */
export async function codeEditor() {
  const box = await screen.findByRole('textbox', { name: 'Email (HTML)' }, { timeout: 10_000 });
  const view = EditorView.findFromDOM(box);
  if (!view) throw new Error('There is no editor');
  return {
    text: () => view.state.doc.toString(),
    line: () => view.state.doc.lineAt(view.state.selection.main.head).number,
    hasFocus: () => view.hasFocus,
    write: (text: string) =>
      act(() => {
        view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
        return Promise.resolve();
      }),
    placeAt: (offset: number) => act(() => view.dispatch({ selection: { anchor: offset } })),
  };
}
