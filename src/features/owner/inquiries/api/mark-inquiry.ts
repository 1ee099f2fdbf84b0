import { ownRest } from '@/lib/own-rest.ts';
import type { InquiryMark, InquiryState } from './inquiry.ts';

/** Marks an inquiry, and answers what it was. Throws with a code word as message. */
export async function markInquiry(id: string, state: InquiryMark): Promise<InquiryState> {
  const answer: { data: unknown } = await (
    await ownRest()
  )
    .rpc('mark_inquiry', { target_inquiry_id: id, new_status: state })
    .throwOnError();
  return answer.data as InquiryState;
}
