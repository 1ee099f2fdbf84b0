import { useEffect, useImperativeHandle, useRef, type Ref } from 'react';
import type { EditorView } from '@codemirror/view';
import { createEditor } from './create-editor.ts';
import { insertText, markProblem, placeAt, replaceText } from './editor-actions.ts';

/** What the screen may do to the editor from outside. */
export type CodeEditorHandle = {
  /** Writes at the cursor, or over what is selected. */
  insert: (text: string) => void;
  /** Puts the cursor there, in view. Lines and columns count from 1. */
  goTo: (line: number, column: number) => void;
  focus: () => void;
};

type CodeEditorProps = {
  ref: Ref<CodeEditorHandle>;
  value: string;
  onChange: (value: string) => void;
  onFocus: () => void;
  /** The line that cannot be rendered, counting from 1. */
  problemLine: number | null;
  label: string;
  description: string;
};

/** The HTML of a mail with line numbers and colours. Tab goes on to the next control, as everywhere. */
export default function CodeEditor(props: CodeEditorProps) {
  const { ref, value, problemLine } = props;
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const latest = useRef(props);
  /** What was told last: it comes back as the value, maybe when more has been typed already. */
  const told = useRef(value);

  useEffect(() => {
    latest.current = props;
  });

  useEffect(() => {
    if (!place.current) return;
    const { value: text, label, description } = latest.current;
    const editor = createEditor(place.current, {
      text,
      label,
      description,
      onChange: (next) => {
        told.current = next;
        latest.current.onChange(next);
      },
      onFocus: () => latest.current.onFocus(),
    });
    view.current = editor;
    return () => {
      view.current = null;
      editor.destroy();
    };
  }, []);

  useEffect(() => {
    if (view.current && value !== told.current) replaceText(view.current, value);
  }, [value]);

  useEffect(() => {
    if (view.current) markProblem(view.current, problemLine);
  }, [problemLine, value]);

  useImperativeHandle(ref, () => ({
    insert: (text) => view.current && insertText(view.current, text),
    goTo: (line, column) => view.current && placeAt(view.current, line, column),
    focus: () => view.current?.focus(),
  }));

  return <div ref={place} className="h-[clamp(20rem,62dvh,44rem)]" />;
}
