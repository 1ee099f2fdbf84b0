import { act, waitFor } from '@testing-library/react';
import { EditorView } from '@codemirror/view';

/**
 * The editor of the mail's HTML. It takes no keys from a test, so it is written to as its own code does; and it is in a
 * shadow root, where no query of the page finds it.
 */
export async function codeEditor() {
  const view = await waitFor(
    () => {
      const boxes = Array.from(document.querySelectorAll('div'), ({ shadowRoot }) =>
        shadowRoot?.querySelector<HTMLElement>('[role="textbox"][aria-label="Email (HTML)"]'),
      );
      const box = boxes.find((one) => one);
      const found = box && EditorView.findFromDOM(box);
      if (!found) throw new Error('There is no editor');
      return found;
    },
    { timeout: 10_000 },
  );
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
