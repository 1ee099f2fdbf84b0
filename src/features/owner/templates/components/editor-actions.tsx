import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { Button } from '@/components/ui/button.tsx';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { BackendError } from '@/lib/backend.ts';
import { failureSentence } from '@/lib/failure-sentence.ts';
import { toast, toastFailure } from '@/lib/toast.ts';
import type { DefaultMail } from '../api/get-default-mails.ts';
import type { useTemplateEditor } from '../use-template-editor.ts';
import { sendTestMail } from '../api/preview-template.ts';

type EditorActionsProps = {
  editor: ReturnType<typeof useTemplateEditor>;
  /** The wording this kind of mail came with. */
  original: DefaultMail | undefined;
};

export function EditorActions({ editor, original }: EditorActionsProps) {
  const { draft, isChanged, isSaving } = editor;
  const test = useTestMail();
  const isOriginal = original?.content === draft.content && original.subject === draft.subject;
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <Button
          type="submit"
          variant={isChanged ? 'primary' : 'secondary'}
          busy={isSaving}
          className="max-sm:w-full"
        >
          {isSaving ? 'Saving...' : 'Save Template'}
        </Button>
        <Button
          variant="secondary"
          busy={test.isPending}
          className="max-sm:w-full"
          onClick={() => test.mutate(draft)}
        >
          {test.isPending ? 'Sending...' : 'Send test email'}
        </Button>
        <p role="status" className="text-sm text-ink-soft">
          {isChanged ? 'Unsaved changes' : 'Nothing to save'}
        </p>
      </div>
      {original && !isOriginal && (
        <StartOver editor={editor} original={original} label="Use default text" />
      )}
    </div>
  );
}

type StartOverProps = {
  editor: EditorActionsProps['editor'];
  original: DefaultMail;
  label: string;
};

/** Replaces the subject and the email, after a question. */
export function StartOver({ editor, original, label }: StartOverProps) {
  const [isAsked, setIsAsked] = useState(false);
  const startOver = () => {
    editor.change({ subject: original.subject, content: original.content });
    setIsAsked(false);
  };
  return (
    <>
      <Button variant="ghost" className="justify-self-start px-0" onClick={() => setIsAsked(true)}>
        {label}
      </Button>
      <ConfirmDialog
        open={isAsked}
        onOpenChange={setIsAsked}
        title="Use the default text?"
        description="This replaces the subject and the email with the default text. Nothing changes for customers until you save."
        confirmLabel="Use default text"
        cancelLabel="Keep my text"
        onConfirm={startOver}
      />
    </>
  );
}

/** Sends the mail to whoever writes it. */
function useTestMail() {
  return useMutation({
    mutationFn: sendTestMail,
    onSuccess: ({ sentTo }) =>
      toast({ title: 'Test Email Sent', description: `We are sending it to ${sentTo}.` }),
    onError: (error) => toastFailure('Test Failed', reasonOf(error)),
  });
}

function reasonOf(error: Error): string {
  const [field] = error instanceof BackendError ? Object.values(error.fields) : [];
  return field ?? failureSentence(error);
}
