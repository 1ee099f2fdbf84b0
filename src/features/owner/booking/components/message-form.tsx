import { useState } from 'react';
import type { OwnerBooking } from '@contracts/owner-booking.ts';
import { TextAreaField } from '@/components/ui/field.tsx';
import { LeaveQuestion } from '@/components/leave-question.tsx';
import { failureSentence } from '@/lib/failure-sentence.ts';
import { sendMessage } from '../api/write-customer.ts';
import { useBookingAction } from '../use-booking-action.ts';
import { FormPanel } from '@/components/form-panel.tsx';

const longest = 2000;

type MessageFormProps = { booking: OwnerBooking; onClose: () => void };

/** Emails the customer what the owner writes; replies go to the business. */
export function MessageForm({ booking, onClose }: MessageFormProps) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const [problem, setProblem] = useState<string | null>(null);
  // One for this form: a second press, or a try after a lost answer, sends one email.
  const [requestId] = useState(() => crypto.randomUUID());
  const email = booking.customer_email ?? '';
  const send = useBookingAction(booking.id, () => sendMessage(booking.id, { text, requestId }), {
    done: () => ({ title: 'Message sent', description: `The email to ${email} is on its way.` }),
    onDone: onClose,
  });
  return (
    <>
      <FormPanel
        heading="Send message"
        submitLabel="Send message"
        isBusy={send.isPending}
        problem={problem}
        onSubmit={() => {
          const length = text.trim().length;
          const refused =
            length === 0
              ? 'Please enter your message.'
              : length > longest
                ? 'Your message can have up to 2,000 characters.'
                : undefined;
          setError(refused);
          setProblem(null);
          if (!refused)
            send.mutate(undefined, { onError: (failure) => setProblem(failureSentence(failure)) });
        }}
        onClose={onClose}
      >
        <TextAreaField
          label="Message"
          hint={`Sent to ${email}. Replies reach your email address.`}
          rows={5}
          required
          value={text}
          error={error}
          onChange={({ target }) => setText(target.value)}
        />
      </FormPanel>
      <LeaveQuestion
        isChanged={text.trim() !== '' && !send.isSuccess}
        description="This message isn’t sent yet. What you typed would be lost."
        onLeave={() => setText('')}
      />
    </>
  );
}
