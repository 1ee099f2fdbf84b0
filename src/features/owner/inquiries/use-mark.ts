import type { InquiryMark } from '@contracts/inquiries.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { failureSentence } from '@/lib/failure-sentence.ts';
import { toast, toastFailure } from '@/lib/toast.ts';
import { inquiriesKey, markInquiry } from './api/inquiry.ts';

const sentences: Record<InquiryMark, string> = {
  new: 'The inquiry is new again.',
  answered: 'The inquiry is marked as answered.',
  closed: 'The inquiry is closed.',
};

/** Marks an inquiry as what it is now, and offers to take that back; a release is final. */
export function useMark(id: string) {
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
