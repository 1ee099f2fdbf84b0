import { useRef, useState } from 'react';
import { Button } from '@/components/ui/button.tsx';
import { TextAreaField, TextField } from '@/components/ui/field.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import type { TemplateProblem } from '@contracts/mail.ts';
import type { TemplateDraft } from '../template-draft.ts';

type HtmlFieldsProps = {
  draft: TemplateDraft;
  errors: Partial<Record<keyof TemplateDraft, string>>;
  problem: TemplateProblem | null;
  variables: Readonly<Record<string, string>>;
  onChange: (part: Partial<TemplateDraft>) => void;
};

/** The email as it is stored: the subject in Liquid, the content in HTML with Liquid. */
export function HtmlFields({ draft, errors, problem, variables, onChange }: HtmlFieldsProps) {
  const { content, subject, target, aimAt, insert } = useInsertion();
  const subjectProblem = problem?.field === 'subject' ? problem.message : undefined;
  const contentProblem = problem?.field === 'content' ? problem : null;
  return (
    <>
      <TextField
        label="Subject"
        required
        error={errors.subject ?? subjectProblem}
        ref={subject}
        value={draft.subject}
        autoComplete="off"
        onFocus={() => aimAt('subject')}
        onChange={(event) => onChange({ subject: event.target.value })}
      />
      <VariableButtons variables={variables} target={target} onInsert={insert} />
      <div className="min-w-0">
        <TextAreaField
          label="Email (HTML)"
          required
          hint="Email programs support tables and inline styles. Scripts, forms and style sheets are removed."
          error={errors.content}
          ref={content}
          value={draft.content}
          autoCapitalize="off"
          autoCorrect="off"
          controlClassName="h-[clamp(20rem,62dvh,44rem)] font-mono leading-relaxed pointer-fine:text-sm"
          onFocus={() => aimAt('content')}
          onChange={(event) => onChange({ content: event.target.value })}
        />
        <div role="status">
          {contentProblem && (
            <Notice
              tone="danger"
              className="mt-4"
              title={`Line ${contentProblem.line} has an error`}
            >
              <p>{contentProblem.message}</p>
              <Button
                variant="secondary"
                className="mt-4"
                onClick={() => content.current && selectLine(content.current, contentProblem.line)}
              >
                Go to line {contentProblem.line}
              </Button>
            </Notice>
          )}
        </div>
      </div>
    </>
  );
}

/** Selects a line, counting from 1, and brings it into view. */
function selectLine(field: HTMLTextAreaElement, line: number) {
  const lines = field.value.split('\n');
  // The text may have become shorter since the line was found.
  const index = Math.min(line, lines.length) - 1;
  const before = lines.slice(0, index).map((one) => `${one}\n`);
  const start = before.join('').length;
  field.scrollIntoView({ block: 'center' });
  field.focus();
  field.setSelectionRange(start, start + (lines[index] ?? '').length);
  field.scrollTop = heightOf(field, before.join('')) - field.clientHeight / 2;
}

/** How much room a text takes in the field. Lines wrap, so it can't be counted. */
function heightOf(field: HTMLTextAreaElement, text: string): number {
  const copy = field.cloneNode() as HTMLTextAreaElement;
  copy.value = text;
  copy.style.cssText = `position: absolute; width: ${field.offsetWidth}px; height: 0; min-height: 0`;
  field.after(copy);
  const { scrollHeight } = copy;
  copy.remove();
  return scrollHeight;
}

/** Puts variables where the writing is: in the subject or the content, whichever was entered last. */
function useInsertion() {
  const content = useRef<HTMLTextAreaElement>(null);
  const subject = useRef<HTMLInputElement>(null);
  const [target, aimAt] = useState<'subject' | 'content'>('content');

  const insert = (name: string) => {
    const field = target === 'content' ? content.current : subject.current;
    field?.focus();
    // oxlint-disable-next-line typescript/no-deprecated -- no other way can be undone like typing
    document.execCommand('insertText', false, `{{ ${name} }}`);
  };

  return { content, subject, target, aimAt, insert };
}

type VariableButtonsProps = {
  /** Name and sample value. */
  variables: Readonly<Record<string, string>>;
  target: 'subject' | 'content';
  onInsert: (name: string) => void;
};

/** What this kind of mail may print. Pressing one writes it at the cursor. */
function VariableButtons({ variables, target, onInsert }: VariableButtonsProps) {
  const names = Object.keys(variables);
  return (
    <details className="group border border-hairline bg-ivory" open>
      <summary className="flex min-h-12 cursor-pointer items-center justify-between gap-4 px-4 py-2 text-sm font-semibold">
        Insert a variable into the {target === 'subject' ? 'subject' : 'email'}
        <span className="font-normal text-ink-soft tabular-nums">{names.length}</span>
      </summary>
      <ul className="grid max-h-60 overflow-y-auto border-t border-hairline sm:grid-cols-2">
        {names.map((name) => (
          <li key={name} className="min-w-0 border-b border-hairline sm:odd:border-r">
            <button
              type="button"
              className="flex min-h-13 w-full flex-col justify-center px-4 py-1.5 text-left hover:bg-citrine-wash focus-visible:-outline-offset-3"
              onClick={() => onInsert(name)}
              // A press must not take the cursor away from where the variable goes.
              onPointerDown={(event) => event.preventDefault()}
            >
              <span className="font-mono text-sm font-semibold">{name}</span>
              <span className="truncate text-sm text-ink-soft">{variables[name]}</span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
