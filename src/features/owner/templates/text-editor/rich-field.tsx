import { useEffect, useId, useRef, useState } from 'react';
import type { Command } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import type { LetterBlock } from '@domain/mail/letter.ts';
import { createTextEditor } from './create-text-editor.ts';
import type { TextState } from './text-commands.ts';
import type { TextKind } from './text-schema.ts';
import { TextToolbar } from './text-toolbar.tsx';
import './text-editor.css';

type RichFieldProps = {
  kind: TextKind;
  label: string;
  hint?: string;
  error?: string | undefined;
  required?: boolean;
  /** What it begins with. Other text needs another `key`. */
  start: readonly LetterBlock[];
  /** Name and sample value of what may be inserted. */
  variables: Readonly<Record<string, string>>;
  onChange: (blocks: LetterBlock[]) => void;
};

const nowhere: TextState = { isBold: false, isList: false, href: null };

/** A field for text with variables, and above it what can be done with the text. */
export function RichField(props: RichFieldProps) {
  const { kind, label, hint, error, required = false, variables } = props;
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const latest = useRef(props);
  const [state, setState] = useState(nowhere);
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');

  useEffect(() => {
    latest.current = props;
  });

  useEffect(() => {
    if (!place.current) return;
    const editor = createTextEditor(place.current, {
      kind,
      blocks: latest.current.start,
      onChange: (blocks) => latest.current.onChange(blocks),
      onState: setState,
    });
    view.current = editor;
    return () => {
      view.current = null;
      editor.destroy();
    };
  }, [kind]);

  useEffect(() => {
    view.current?.setProps({
      attributes: {
        role: 'textbox',
        'aria-labelledby': `${id}-label`,
        'aria-multiline': String(kind !== 'line'),
        ...(describedBy && { 'aria-describedby': describedBy }),
        ...(required && { 'aria-required': 'true' }),
        ...(error && { 'aria-invalid': 'true' }),
      },
    });
  }, [id, kind, describedBy, required, error]);

  const run = (command: Command) => {
    if (!view.current) return;
    command(view.current.state, view.current.dispatch.bind(view.current));
    view.current.focus();
  };

  return (
    <div className="text-editor min-w-0">
      <div className="mb-2 flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <span id={`${id}-label`} className="text-sm font-semibold">
          {label}
          {required && (
            <span aria-hidden="true" className="text-brass">
              {' *'}
            </span>
          )}
        </span>
        <TextToolbar kind={kind} label={label} state={state} variables={variables} onRun={run} />
      </div>
      <div ref={place} className={kind === 'text' ? '[--text-editor-height:14rem]' : ''} />
      {hint && (
        <p id={`${id}-hint`} className="mt-2 text-sm text-ink-soft">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="mt-2 text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
