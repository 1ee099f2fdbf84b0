import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Inquiry } from '@contracts/inquiries.ts';
import { LeaveQuestion } from '@/components/leave-question.tsx';
import { Button } from '@/components/ui/button.tsx';
import { TextAreaField } from '@/components/ui/field.tsx';
import { Problem } from '@/components/ui/notice.tsx';
import { failureSentence } from '@/lib/failure-sentence.ts';
import { toast } from '@/lib/toast.ts';
import { answerInquiry, inquiriesKey } from '../api/inquiry.ts';

const longest = 2000;

/** Emails an answer from the business. What is typed stays until it is sent. */
export function AnswerForm({ inquiry }: { inquiry: Inquiry }) {
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
