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

type EditorOptions = {
  text: string;
  label: string;
  description: string;
  onChange: (text: string) => void;
  onFocus: () => void;
};

const look = EditorView.theme({
  '&': {
    height: '100%',
    border: '1px solid var(--color-line-strong)',
    borderRadius: 'var(--radius-badge)',
    // White, because the colours of the code are made for it.
    background: '#fff',
    fontSize: '0.875rem',
  },
  '&:hover': { borderColor: 'var(--color-ink)' },
  '&.cm-focused': { outline: '3px solid var(--color-lacquer)' },
  '.cm-scroller': {
    fontFamily: "ui-monospace, 'SF Mono', Menlo, Consolas, monospace",
    lineHeight: '1.6',
  },
  '.cm-gutters': {
    borderRight: '1px solid var(--color-hairline)',
    background: 'var(--color-pearl)',
    color: 'var(--color-ink-soft)',
  },
  '.code-editor-liquid': {
    borderRadius: '2px',
    background: 'var(--color-citrine-wash)',
    boxShadow: '0 0 0 1px var(--color-citrine)',
  },
  '.code-editor-problem': {
    boxShadow: 'inset 4px 0 0 var(--color-danger), inset 0 0 0 1px var(--color-danger)',
  },
  // A phone enlarges the page for anything smaller that is typed into.
  '@media (pointer: coarse)': { '&': { fontSize: '1rem' } },
});

/**
 * An editor in a shadow root: there it brings its style sheets as the page's content policy allows. No id leads from
 * there to an element of the page, so the description is given as text.
 */
export function createEditor(place: HTMLElement, options: EditorOptions): EditorView {
  return new EditorView({
    parent: place.shadowRoot ?? place.attachShadow({ mode: 'open' }),
    state: EditorState.create({
      doc: options.text,
      extensions: [
        minimalSetup,
        lineNumbers(),
        html({ autoCloseTags: true }),
        liquidMarks,
        problemField,
        EditorView.lineWrapping,
        look,
        EditorView.contentAttributes.of({
          'aria-label': options.label,
          'aria-description': options.description,
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
