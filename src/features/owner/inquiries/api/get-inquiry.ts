import { PostgrestError } from '@supabase/postgrest-js';
import { queryOptions } from '@tanstack/react-query';
import { inquiryPage, type Inquiry } from '@contracts/inquiries.ts';
import { ownRpc } from '@/lib/rpc.ts';
import { inquiriesKey } from './inquiry.ts';

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
