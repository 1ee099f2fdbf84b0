import { Button } from '@/components/ui/button.tsx';
import { TextAreaField, TextField } from '@/components/ui/field.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import type { TemplateProblem } from '@contracts/mail.ts';
import type { TemplateDraft } from '../template-draft.ts';
import { useInsertion } from '../use-insertion.ts';
import { VariableButtons } from './variable-buttons.tsx';

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
