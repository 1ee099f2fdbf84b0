import { failureSentence } from '@/lib/failure-sentence.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast, type Toast, toastFailure } from '@/lib/toast.ts';
import { bookingPageQuery } from './api/booking-page.ts';

type Told<Input, Answer> = {
  /** What is said when it worked. */
  done: (
    answer: Answer,
    input: Input,
  ) => Pick<Toast, 'title' | 'description' | 'action'> & Partial<Pick<Toast, 'duration'>>;
  /** The title of what is said when it did not; left out where a form says so itself. */
  failed?: string;
  onDone?: (answer: Answer) => void;
};

/** Does something to a booking, shows the booking as it stands then, and says how it went. */
export function useBookingAction<Input, Answer>(
  bookingId: string,
  act: (input: Input) => Promise<Answer>,
  told: Told<Input, Answer>,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: async (answer, input) => {
      await client.invalidateQueries(bookingPageQuery(bookingId));
      toast(told.done(answer, input));
      told.onDone?.(answer);
      // What else is on the screen, such as what is kept about the caller, may say something new. What names this
      // booking was just loaded, or belongs to a question that closes.
      void client.invalidateQueries({ predicate: ({ queryKey }) => !queryKey.includes(bookingId) });
    },
    onError: (error) => {
      void client.invalidateQueries(bookingPageQuery(bookingId));
      if (!told.failed) return;
      toastFailure(told.failed, failureSentence(error));
    },
  });
}
