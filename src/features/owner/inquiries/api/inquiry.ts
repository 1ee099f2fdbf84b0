import {
  inquiryStates,
  type InquiryState,
  foundInquiries,
  type FoundInquiries,
  inquiryPage,
  type Inquiry,
  markedInquiry,
  type InquiryMark,
} from '@contracts/inquiries.ts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { ownRpc } from '@/lib/rpc.ts';
import { PostgrestError } from '@supabase/postgrest-js';

export const isInquiryState = (text: string | null): text is InquiryState =>
  inquiryStates.some((state) => state === text);

export const inquiriesKey = ['inquiries'];

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

/** What the database refuses with: there is no such inquiry, or the address names none at all. */
const isMissing = (error: unknown) =>
  error instanceof PostgrestError &&
  (error.message === 'inquiry_not_found' || error.code === '22P02');

/** One inquiry; null when there is none with this id. */
export const inquiryQuery = (id: string) =>
  queryOptions({
    queryKey: [...inquiriesKey, 'one', id],
    queryFn: ({ signal }): Promise<Inquiry | null> =>
      ownRpc(inquiryPage, { target_inquiry_id: id }, { signal }).catch((error: unknown) => {
        if (isMissing(error)) return null;
        throw error;
      }),
  });

/** Marks an inquiry, and answers what it was. Throws with a code word as message. */
export const markInquiry = (id: string, state: InquiryMark) =>
  ownRpc(markedInquiry, { target_inquiry_id: id, new_status: state });

/** Deletes one inquiry that is held back. Throws with a code word as message. */
export const deleteHeldBack = (id: string) =>
  ownRpc('delete_held_back_inquiry', { target_inquiry_id: id });

/** Deletes all that were held back until an instant, and answers how many. */
export const deleteAllHeldBack = (upTo: string) =>
  ownRpc('delete_held_back_inquiries', { up_to: upTo });

/** Emails the answer and marks the inquiry as answered; the same request sends it once. Throws with a code word. */
export const answerInquiry = (id: string, message: string, requestId: string) =>
  ownRpc('answer_inquiry', { target_inquiry_id: id, message, request_id: requestId });
