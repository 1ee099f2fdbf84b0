import type { TemplateProblem } from '@contracts/mail.ts';
import { useEffect, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { providerSentence } from '@/lib/failure-sentence.ts';
import { withFreshProof } from '@/lib/fresh-proof.ts';
import { toast, toastFailure } from '@/lib/toast.ts';
import { templatesQuery, type Template } from './api/get-templates.ts';
import { previewTemplate } from './api/preview-template.ts';
import { SavedMeanwhileError, saveTemplate } from './api/save-template.ts';
import { dropDraft, keepDraft, keptDraft, type KeptDraft } from './kept-drafts.ts';
import { draftErrors, draftOf, isSameDraft, type TemplateDraft } from './template-draft.ts';

type EditorOptions = {
  /** Null for a template that is yet to be saved. */
  id: string | null;
  start: TemplateDraft;
  /** When it was saved last; null for a template that is yet to be saved. */
  savedAt: string | null;
  onSaved: (template: Template) => void;
};

const saveFailed = (description: string) => toastFailure('Save Failed', description);

/** A template while it is being written. What was written stays whatever becomes of the saving. */
export function useTemplateEditor({ id, start, savedAt, onSaved }: EditorOptions) {
  const client = useQueryClient();
  const [written, setWritten] = useState<KeptDraft>(
    () => keptDraft(id) ?? { draft: start, saved: start, basis: savedAt },
  );
  const { draft, saved, basis } = written;
  const [seenAt, setSeenAt] = useState(savedAt);
  const [isSaving, setIsSaving] = useState(false);
  /** How often the saving was refused for what a field holds. */
  const [refusals, setRefusals] = useState(0);
  const errors = refusals > 0 ? draftErrors(draft) : {};
  const isChanged = !isSameDraft(draft, saved);

  if (savedAt !== seenAt) {
    setSeenAt(savedAt);
    // Whoever has changed nothing sees what others save.
    const isNews = savedAt !== null && savedAt !== basis;
    if (isNews && !isChanged) setWritten({ draft: start, saved: start, basis: savedAt });
  }

  useEffect(() => {
    if (isChanged) keepDraft(id, written);
    else dropDraft(id);
  }, [id, written, isChanged]);

  const change = (part: Partial<TemplateDraft>) => {
    setWritten((now) => ({ ...now, draft: { ...now.draft, ...part } }));
  };

  async function save(): Promise<void> {
    const [missing] = Object.values(draftErrors(draft));
    if (missing) {
      setRefusals((count) => count + 1);
      saveFailed(missing);
      return;
    }
    setIsSaving(true);
    try {
      const { problem } = await previewTemplate(draft);
      if (problem) {
        saveFailed(problemSentence(problem));
        return;
      }
      const kept = await withFreshProof(() => saveTemplate({ id, draft, basis }));
      dropDraft(id);
      setWritten((now) => ({ ...now, saved: draftOf(kept), basis: kept.updated_at }));
      client.setQueryData(templatesQuery.queryKey, (others: Template[] = []) => [
        kept,
        ...others.filter((other) => other.id !== kept.id),
      ]);
      toast({ title: 'Success!', description: `Template "${kept.name}" saved.` });
      onSaved(kept);
    } catch (error) {
      // Told once; whoever saves again after that wants theirs to count.
      if (error instanceof SavedMeanwhileError) setWritten((now) => ({ ...now, basis: null }));
      saveFailed(providerSentence(error));
    } finally {
      setIsSaving(false);
    }
  }

  return {
    draft,
    change,
    errors,
    refusals,
    isSaving,
    isChanged,
    save,
  };
}

/** "Line 3: …", or without a line for the subject, which has only one. */
export const problemSentence = ({ field, line, message }: TemplateProblem): string =>
  field === 'subject' ? `Subject: ${message}` : `Line ${line}: ${message}`;
