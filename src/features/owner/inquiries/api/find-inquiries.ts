import { infiniteQueryOptions } from '@tanstack/react-query';
import { ownRest } from '@/lib/own-rest.ts';
import { inquiriesKey, type InquiryState, type ListedInquiry } from './inquiry.ts';

type Place = { created_at: string; id: string };
type Page = {
  inquiries: ListedInquiry[];
  next: Place | null;
  /** Up to a thousand of each. */
  counts: Record<InquiryState, number>;
};

/** The inquiries of one state, newest first, a page at a time. */
export const inquiriesQuery = (state: InquiryState) =>
  infiniteQueryOptions({
    queryKey: [...inquiriesKey, 'list', state],
    queryFn: async ({ pageParam, signal }) => {
      const answer: { data: unknown } = await (
        await ownRest()
      )
        .rpc('find_inquiries', { wanted: state, before: pageParam })
        .abortSignal(signal)
        .retry(false)
        .throwOnError();
      return answer.data as Page;
    },
    initialPageParam: null as Place | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: 60_000,
  });
