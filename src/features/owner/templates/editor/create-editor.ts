import { html } from '@codemirror/lang-html';
import { EditorState } from '@codemirror/state';
import {
  Decoration,
  EditorView,
  lineNumbers,
  MatchDecorator,
  ViewPlugin,
  type DecorationSet,
  type ViewUpdate,
} from '@codemirror/view';
import { minimalSetup } from 'codemirror';
import { problemField } from './problem-field.ts';
import './code-editor.css';

type EditorOptions = {
  text: string;
  label: string;
  /** Id of the text that explains the editor. */
  describedBy: string;
  onChange: (text: string) => void;
  onFocus: () => void;
};

// The editor's own sheet comes after ours, so what it sets itself has to be set through it.
const look = {
  '.cm-scroller': {
    fontFamily: "ui-monospace, 'SF Mono', Menlo, Consolas, monospace",
    lineHeight: '1.6',
  },
};

export function createEditor(parent: HTMLElement, options: EditorOptions): EditorView {
  return new EditorView({
    parent,
    state: EditorState.create({
      doc: options.text,
      extensions: [
        minimalSetup,
        lineNumbers(),
        html({ autoCloseTags: true }),
        liquidMarks,
        problemField,
        EditorView.lineWrapping,
        EditorView.theme(look),
        EditorView.contentAttributes.of({
          'aria-label': options.label,
          'aria-describedby': options.describedBy,
          'aria-required': 'true',
          spellcheck: 'true',
          tabindex: '0',
        }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) options.onChange(update.state.doc.toString());
          if (update.focusChanged && update.view.hasFocus) options.onFocus();
        }),
      ],
    }),
  });
}

const matcher = new MatchDecorator({
  regexp: /\{\{.*?\}\}|\{%.*?%\}/g,
  decoration: Decoration.mark({ class: 'code-editor-liquid' }),
});

/** What is filled in when the mail is sent stands out from the HTML around it. */
const liquidMarks = ViewPlugin.fromClass(
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
