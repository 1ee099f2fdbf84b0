import { useEffect, useRef, type ReactNode } from 'react';
import { LeaveQuestion } from '@/components/leave-question.tsx';
import { Button } from '@/components/ui/button.tsx';
import { Notice, Problem } from '@/components/ui/notice.tsx';
import { useTellUnsaved } from '../unsaved.ts';
import type { DraftFormState } from '../use-draft-form.ts';

type DraftFormProps = {
  form: DraftFormState;
  /** What the form is about, for screen readers: "Basic Wash". */
  label: string;
  /** Closes the form without saving; left out for a form that is always open. */
  onCancel?: () => void;
  children: ReactNode;
};

/** The frame of a form of the business: its fields, another administrator's changes, and the buttons. */
export function DraftForm({ form, label, onCancel, children }: DraftFormProps) {
  const { isChanged, isSaving, failure, lost, problems } = form;
  useTellUnsaved(isChanged);
  const root = useRef<HTMLFormElement>(null);
  const isInPlace = onCancel !== undefined;
  useEffect(() => {
    if (isInPlace) root.current?.querySelector<HTMLElement>('input')?.focus();
  }, [isInPlace]);
  const hasProblems = Object.keys(problems).length > 0;
  useEffect(() => {
    if (hasProblems) root.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [hasProblems]);
  return (
    <form ref={root} noValidate aria-label={label} className="grid gap-7" onSubmit={form.submit}>
      {children}
      <Problem title="Not saved">{failure}</Problem>
      {lost.length > 0 && <Overtaken form={form} />}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isSaving} className="max-sm:flex-1">
          {isSaving ? 'Saving...' : 'Save draft'}
        </Button>
        {onCancel && (
          <Button variant="secondary" className="max-sm:flex-1" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
      <LeaveQuestion
        isChanged={isChanged}
        description="What you typed here would be lost."
        onLeave={() => undefined}
      />
    </form>
  );
}

function Overtaken({ form }: { form: DraftFormState }) {
  return (
    <Notice tone="danger" role="alert" title="Another administrator changed the same fields">
      <ul className="mt-1 grid gap-1">
        {form.lost.map((change) => (
          <li key={change}>{change}</li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button variant="secondary" onClick={form.takeTheirs}>
          Use theirs
        </Button>
        <Button busy={form.isSaving} onClick={form.saveAnyway}>
          Save mine
        </Button>
      </div>
    </Notice>
  );
}
