import { TextField } from '@/components/ui/field.tsx';
import type { TemplateProblem } from '@contracts/mail.ts';
import type { TemplateDraft } from '../template-draft.ts';
import { useInsertion } from '../use-insertion.ts';
import { ContentField } from './content-field.tsx';
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
      <ContentField
        ref={content}
        value={draft.content}
        error={errors.content}
        problem={problem?.field === 'content' ? problem : null}
        onFocus={() => aimAt('content')}
        onChange={(written) => onChange({ content: written })}
      />
    </>
  );
}
