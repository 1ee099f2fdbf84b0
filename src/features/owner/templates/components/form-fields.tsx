import { Suspense } from 'react';
import { Spinner } from '@/components/ui/spinner.tsx';
import { lateScreen } from '@/lib/late.ts';
import { parseLetter } from '@domain/mail/parse-letter.ts';
import { parseLine } from '@domain/mail/parse-runs.ts';
import { writeLetter, writeLine } from '@domain/mail/write-letter.ts';
import type { TemplateDraft } from '../template-draft.ts';
import { useWritten } from '../use-written.ts';

// As heavy as a whole screen, and needed on this one only.
const LetterForm = lateScreen(() => import('./letter-form.tsx'));

type FormFieldsProps = {
  draft: TemplateDraft;
  errors: Partial<Record<keyof TemplateDraft, string>>;
  variables: Readonly<Record<string, string>>;
  onChange: (part: Partial<TemplateDraft>) => void;
};

/** Whether the form can show all of an email. */
export const fitsForm = ({ subject, content }: TemplateDraft): boolean =>
  parseLine(subject) !== null && parseLetter(content) !== null;

/** The email as fields, for a draft that fits them. */
export function FormFields({ draft, errors, variables, onChange }: FormFieldsProps) {
  const subject = useWritten(draft.subject, parseLine, writeLine, (text) =>
    onChange({ subject: text }),
  );
  const letter = useWritten(draft.content, parseLetter, writeLetter, (text) =>
    onChange({ content: text }),
  );
  if (!subject.value || !letter.value) return null;
  const { value } = letter;
  return (
    <Suspense fallback={<Spinner label="Loading the editor" className="min-h-80" />}>
      <LetterForm
        key={`${subject.version} ${letter.version}`}
        subject={subject.value}
        letter={value}
        errors={errors}
        variables={variables}
        onSubject={subject.change}
        onChange={(part) => letter.change({ ...value, ...part })}
      />
    </Suspense>
  );
}
