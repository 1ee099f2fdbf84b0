import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CopyButton } from '@/components/copy-button.tsx';
import { LeaveQuestion } from '@/components/leave-question.tsx';
import { buttonStyle } from '@/components/ui/button-style.ts';
import { Button } from '@/components/ui/button.tsx';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { TextAreaField } from '@/components/ui/field.tsx';
import { Problem } from '@/components/ui/notice.tsx';
import { adminPaths } from '@/config/admin-paths.ts';
import { failureSentence } from '@/lib/failure-sentence.ts';
import { navigate } from '@/lib/location.tsx';
import { toast, toastFailure } from '@/lib/toast.ts';
import { useDeletion } from '@/lib/use-deletion.ts';
import type { Inquiry, InquiryMark, InquiryState } from '@contracts/inquiries.ts';
import { inquiriesKey, markInquiry, deleteHeldBack, answerInquiry } from '../api/inquiry.ts';
import { replyLink } from '../reply-link.ts';

const standing: Record<InquiryState, string> = {
  new: 'Waiting for your answer.',
  answered: 'Answered.',
  closed: 'Closed.',
  held_back: 'Held back, because too many messages came in within an hour.',
};

const others: Record<InquiryState, { state: InquiryMark; label: string }[]> = {
  new: [
    { state: 'answered', label: 'Mark as answered' },
    { state: 'closed', label: 'Close inquiry' },
  ],
  answered: [
    { state: 'closed', label: 'Close inquiry' },
    { state: 'new', label: 'Mark as new' },
  ],
  closed: [
    { state: 'answered', label: 'Mark as answered' },
    { state: 'new', label: 'Mark as new' },
  ],
  held_back: [{ state: 'new', label: 'Release' }],
};

/** Answers an inquiry, here or in the owner's own email program, and says what became of it. */
export function InquiryActions({ inquiry }: { inquiry: Inquiry }) {
  const mark = useMark(inquiry.id);
  const { href, isCut } = replyLink(inquiry);
  return (
    <div className="mt-8 border-t border-hairline pt-6">
      <p role="status" className="font-semibold">
        {standing[inquiry.status]}
      </p>
      {inquiry.status !== 'held_back' && (
        <div className="mt-5">
          <AnswerForm inquiry={inquiry} />
        </div>
      )}
      <div className="mt-6 flex flex-wrap gap-3 max-sm:flex-col">
        {others[inquiry.status].map(({ state, label }) => (
          <Button
            key={state}
            variant="secondary"
            busy={mark.isPending && mark.variables === state}
            onClick={() => mark.mutate(state)}
          >
            {label}
          </Button>
        ))}
        {inquiry.status === 'held_back' && <DeleteHeldBack id={inquiry.id} />}
        <a href={href} className={buttonStyle('secondary')}>
          Reply in your email program
        </a>
      </div>
      <div className="mt-4 flex flex-wrap items-center gap-x-6 text-sm text-ink-soft">
        <p>
          To <span className="break-all">{inquiry.email}</span>
          {isCut && '. The message is too long to quote in full'}
        </p>
        <CopyButton text={inquiry.message} label="the message" />
      </div>
    </div>
  );
}

const sentences: Record<InquiryMark, string> = {
  new: 'The inquiry is new again.',
  answered: 'The inquiry is marked as answered.',
  closed: 'The inquiry is closed.',
};

/** Marks an inquiry as what it is now, and offers to take that back; a release is final. */
function useMark(id: string) {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: inquiriesKey });
  const onError = (error: Error) => toastFailure('Not saved', failureSentence(error));
  return useMutation({
    mutationFn: (state: InquiryMark) => markInquiry(id, state),
    onSuccess: (was, state) =>
      was === 'held_back'
        ? toast({ title: 'The inquiry is released.', description: 'You’ll find it under New.' })
        : toast({
            title: sentences[state],
            action: {
              label: 'Undo',
              onSelect: () => {
                void markInquiry(id, was).catch(onError).then(refresh);
              },
            },
          }),
    onError,
    onSettled: refresh,
  });
}

/** Deletes an inquiry that is held back, after a question; the list it was in is shown then. */
function DeleteHeldBack({ id }: { id: string }) {
  const [isAsking, setIsAsking] = useState(false);
  const deletion = useDeletion({
    queryKey: inquiriesKey,
    run: () => deleteHeldBack(id),
    onDone: () => navigate(`${adminPaths.inquiries}?state=held_back`, { replace: true }),
    done: () => 'The inquiry is deleted.',
    onSettled: () => setIsAsking(false),
  });
  return (
    <>
      <Button variant="secondary" onClick={() => setIsAsking(true)}>
        Delete
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title="Delete this inquiry?"
        description="You can’t undo this."
        confirmLabel="Delete inquiry"
        cancelLabel="Keep inquiry"
        variant="danger"
        busy={deletion.isPending}
        onConfirm={() => deletion.mutate()}
      />
    </>
  );
}

const longest = 2000;

/** Emails an answer from the business. What is typed stays until it is sent. */
function AnswerForm({ inquiry }: { inquiry: Inquiry }) {
  const client = useQueryClient();
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  // One for each answer: a second press, or a try after a lost answer, sends one email.
  const [requestId, setRequestId] = useState(() => crypto.randomUUID());
  const send = useMutation({
    mutationFn: () => answerInquiry(inquiry.id, text, requestId),
    onSuccess: () => {
      setText('');
      setRequestId(crypto.randomUUID());
      toast({
        title: 'Answer sent',
        description: `The email to ${inquiry.email} is on its way.`,
      });
    },
    onSettled: () => client.invalidateQueries({ queryKey: inquiriesKey }),
  });
  const submit = () => {
    const length = text.trim().length;
    const refused =
      length === 0
        ? 'Please enter your answer.'
        : length > longest
          ? 'Your answer can have up to 2,000 characters.'
          : undefined;
    setError(refused);
    if (!refused && !send.isPending) send.mutate();
  };
  return (
    <form
      noValidate
      aria-label="Answer"
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <TextAreaField
        label="Your answer"
        hint={`Sent to ${inquiry.email} with the message quoted. Replies reach your email address.`}
        rows={6}
        required
        value={text}
        error={error}
        onChange={({ target }) => setText(target.value)}
      />
      <Problem title="Not sent">{send.error && failureSentence(send.error)}</Problem>
      <Button type="submit" busy={send.isPending} className="justify-self-start max-sm:w-full">
        Send answer by email
      </Button>
      <LeaveQuestion
        isChanged={text.trim() !== ''}
        description="This answer isn’t sent yet. What you typed would be lost."
        onLeave={() => setText('')}
      />
    </form>
  );
}
