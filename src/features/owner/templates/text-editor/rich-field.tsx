import { useId } from 'react';
import { EditorContent, useEditor } from '@tiptap/react';
import type { LetterBlock } from '@domain/mail/letter.ts';
import { blocksOf, textOptions } from './text-document.ts';
import type { TextKind } from './text-extensions.ts';
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

/** A field for text with variables, and above it what can be done with the text. */
export function RichField(props: RichFieldProps) {
  const { kind, label, hint, error, required = false, start, variables, onChange } = props;
  const id = useId();
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  const editor = useEditor({
    ...textOptions(kind, start),
    editorProps: {
      attributes: {
        class: 'control',
        'aria-labelledby': `${id}-label`,
        'aria-multiline': String(kind !== 'line'),
        ...(describedBy && { 'aria-describedby': describedBy }),
        ...(required && { 'aria-required': 'true' }),
        ...(error && { 'aria-invalid': 'true' }),
      },
    },
    onUpdate: ({ editor: { state } }) => onChange(blocksOf(state.doc)),
  });

  return (
    <div className="text-editor min-w-0">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <span id={`${id}-label`} className="text-sm font-semibold">
          {label}
          {required && (
            <span aria-hidden="true" className="text-brass">
              {' *'}
            </span>
          )}
        </span>
        <TextToolbar kind={kind} label={label} editor={editor} variables={variables} />
      </div>
      <EditorContent
        editor={editor}
        className={kind === 'text' ? '[--text-editor-height:14rem]' : ''}
      />
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
