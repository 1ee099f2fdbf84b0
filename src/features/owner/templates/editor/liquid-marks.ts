import { Decoration, MatchDecorator, ViewPlugin, type DecorationSet } from '@codemirror/view';
import type { EditorView, ViewUpdate } from '@codemirror/view';

const matcher = new MatchDecorator({
  regexp: /\{\{.*?\}\}|\{%.*?%\}/g,
  decoration: Decoration.mark({ class: 'code-editor-liquid' }),
});

/** What is filled in when the mail is sent stands out from the HTML around it. */
export const liquidMarks = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = matcher.createDeco(view);
    }
    update(update: ViewUpdate) {
      this.decorations = matcher.updateDeco(update, this.decorations);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);
