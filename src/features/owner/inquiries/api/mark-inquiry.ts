import { markedInquiry, type InquiryMark } from '@contracts/inquiries.ts';
import { ownRpc } from '@/lib/rpc.ts';

/** Marks an inquiry, and answers what it was. Throws with a code word as message. */
export const markInquiry = (id: string, state: InquiryMark) =>
  ownRpc(markedInquiry, { target_inquiry_id: id, new_status: state });
