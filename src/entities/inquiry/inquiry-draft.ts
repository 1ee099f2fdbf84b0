import type { InquiryInput } from '@domain/contact/inquiry.ts';

/** What another screen already knows about an inquiry. */
export type InquiryDraft = Partial<InquiryInput>;

/** The state of a navigation to the contact form that finds it filled in. */
export const inquiryState = (inquiry: InquiryDraft): { inquiry: InquiryDraft } => ({ inquiry });

const fields: readonly (keyof InquiryInput)[] = [
  'name',
  'email',
  'bookingId',
  'subject',
  'message',
];

/** The texts in the state of an arrival, whatever else came with it. */
export function inquiryIn(state: unknown): InquiryDraft {
  const found = isRecord(state) && isRecord(state['inquiry']) ? state['inquiry'] : {};
  const texts = fields.flatMap((field) => {
    const text = found[field];
    return typeof text === 'string' ? [[field, text] as const] : [];
  });
  return Object.fromEntries(texts);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
