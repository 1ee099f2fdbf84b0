import { useMutation, useQueryClient } from '@tanstack/react-query';
import { failureSentence } from '@/lib/failure-sentence.ts';
import { toast } from '@/lib/toast.ts';
import { inquiriesKey, type InquiryState } from './api/inquiry.ts';
import { markInquiry } from './api/mark-inquiry.ts';

const sentences: Record<InquiryState, string> = {
  new: 'The inquiry is new again.',
  answered: 'The inquiry is marked as answered.',
  closed: 'The inquiry is closed.',
};

const refusals: Record<string, string> = {
  inquiry_not_found: 'This inquiry is not there any more.',
};

/** Marks an inquiry as what it is now, and offers to take that back. */
export function useMark(id: string) {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: inquiriesKey });
  const onError = (error: Error) =>
    toast({
      title: 'Not saved',
      description: refusals[error.message] ?? failureSentence(error),
      variant: 'destructive',
    });
  return useMutation({
    mutationFn: (state: InquiryState) => markInquiry(id, state),
    onSuccess: (was, state) =>
      toast({
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
