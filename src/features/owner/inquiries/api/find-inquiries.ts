import { infiniteQueryOptions } from '@tanstack/react-query';
import { foundInquiries, type FoundInquiries, type InquiryState } from '@contracts/inquiries.ts';
import { ownRpc } from '@/lib/rpc.ts';
import { inquiriesKey } from './inquiry.ts';

/** The inquiries of one state, newest first, a page at a time. */
export const inquiriesQuery = (state: InquiryState) =>
  infiniteQueryOptions({
    queryKey: [...inquiriesKey, 'list', state],
    queryFn: ({ pageParam, signal }) =>
      ownRpc(foundInquiries, { wanted: state, before: pageParam }, { signal }),
    initialPageParam: null as FoundInquiries['next'],
    getNextPageParam: ({ next }) => next,
    refetchInterval: 60_000,
  });
