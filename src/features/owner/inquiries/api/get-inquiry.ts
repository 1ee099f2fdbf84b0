import { queryOptions } from '@tanstack/react-query';
import { ownRest } from '@/lib/own-rest.ts';
import { inquiriesKey, type Inquiry } from './inquiry.ts';

/** What the database refuses with: there is no such inquiry, or the address names none at all. */
const isMissing = ({ message, code }: { message: string; code: string }) =>
  message === 'inquiry_not_found' || code === '22P02';

/** One inquiry; null when there is none with this id. */
export const inquiryQuery = (id: string) =>
  queryOptions({
    queryKey: [...inquiriesKey, 'one', id],
    queryFn: async ({ signal }) => {
      const answer = await (
        await ownRest()
      )
        .rpc('inquiry_page', { target_inquiry_id: id })
        .abortSignal(signal)
        .retry(false);
      if (!answer.error) return answer.data as Inquiry;
      if (isMissing(answer.error)) return null;
      throw new Error(answer.error.message);
    },
  });
