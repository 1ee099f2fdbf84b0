import { inquiryStates, type InquiryState } from '@contracts/inquiries.ts';

export const isInquiryState = (text: string | null): text is InquiryState =>
  inquiryStates.some((state) => state === text);

export const inquiriesKey = ['inquiries'];
