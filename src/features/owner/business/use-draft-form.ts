import { useState } from 'react';
import type { Business } from '@domain/business/business.ts';
import { checkBusiness } from '@domain/business/check-business.ts';
import { failureSentence } from '@/lib/failure-sentence.ts';
import { useSaveDraft } from './use-business-draft.ts';

type DraftForm<Values> = {
  business: Business;
  valuesOf: (business: Business) => Values;
  /** The business with the typed values. */
  apply: (business: Business, values: Values) => Business;
  /** The paths of this form's fields begin with it: "services.0.". */
  prefix: (business: Business) => string;
  /** Which of these paths are this form's; all by default. */
  isOwn?: (path: string) => boolean;
  onSaved: () => void;
};

/** A form about one part of the business. It saves to the draft, and keeps what was typed when that fails. */
export function useDraftForm<Values extends object>(form: DraftForm<Values>) {
  // What others save meanwhile is joined when the form is saved.
  const [basis, setBasis] = useState(form.business);
  const [values, setValues] = useState(() => form.valuesOf(form.business));
  const [isChecked, setIsChecked] = useState(false);
  const [isSaving, setIsSaving] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [lost, setLost] = useState<string[]>([]);
  const saveDraft = useSaveDraft();

  const mine = form.apply(basis, values);
  const found = problemsBelow(form.prefix(mine), mine, form.isOwn);
  const problems = isChecked ? found : {};
  const isChanged = JSON.stringify(values) !== JSON.stringify(form.valuesOf(basis));
  // Without typed text the form shows what others save.
  if (!isChanged && !isSaving && basis !== form.business) {
    setBasis(form.business);
    setValues(form.valuesOf(form.business));
  }

  async function save(isInsisting: boolean) {
    setIsChecked(true);
    setFailure(null);
    if (Object.keys(found).length > 0) return;
    setIsSaving(true);
    try {
      const saved = await saveDraft({ basis, mine, isInsisting });
      setLost(saved.ok ? [] : saved.lost);
      if (!saved.ok) return;
      setBasis(mine);
      setValues(form.valuesOf(mine));
      setIsChecked(false);
      form.onSaved();
    } catch (error) {
      setFailure(failureSentence(error));
    } finally {
      setIsSaving(false);
    }
  }

  return {
    values,
    set: (changes: Partial<Values>) => setValues((now) => ({ ...now, ...changes })),
    /** Sentences by path below the prefix. */
    problems,
    isChanged,
    isSaving,
    failure,
    /** Another administrator's changes of the same fields, in words. */
    lost,
    submit: (event: { preventDefault: () => void }) => {
      event.preventDefault();
      if (!isSaving) void save(false);
    },
    saveAnyway: () => void save(true),
    takeTheirs: () => {
      setLost([]);
      setBasis(form.business);
      setValues(form.valuesOf(form.business));
    },
  };
}

export type DraftFormState = Pick<
  ReturnType<typeof useDraftForm>,
  | 'isChanged'
  | 'isSaving'
  | 'failure'
  | 'lost'
  | 'submit'
  | 'saveAnyway'
  | 'takeTheirs'
  | 'problems'
>;

function problemsBelow(
  prefix: string,
  business: Business,
  isOwn: (path: string) => boolean = () => true,
): Record<string, string> {
  const check = checkBusiness(business);
  if (check.ok) return {};
  return Object.fromEntries(
    Object.entries(check.fields).flatMap(([path, sentence]) =>
      path.startsWith(prefix) && isOwn(path) ? [[path.slice(prefix.length), sentence]] : [],
    ),
  );
}
