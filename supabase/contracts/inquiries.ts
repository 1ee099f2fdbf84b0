import * as z from 'zod/mini';
import { sqlContract, type AnswerOf } from './contract.ts';
import { maybeText, text, whole } from './values.ts';

/** `held_back`: came in beyond what all senders share, and waits for the owner to release or delete it. */
export const inquiryStates = ['new', 'answered', 'closed', 'held_back'] as const;
export type InquiryState = (typeof inquiryStates)[number];

const state = z.enum(inquiryStates);
const inquiry = z.object({
  id: text,
  /** An instant. */
  created_at: text,
  name: text,
  email: text,
  subject: text,
  booking_id: maybeText,
  status: state,
});

export const foundInquiries = sqlContract(
  'find_inquiries',
  z.object({
    inquiries: z.array(
      z.extend(inquiry, {
        /** The first words of the message. */
        beginning: text,
      }),
    ),
    /** Where the page ended. */
    next: z.nullable(z.object({ created_at: text, id: text })),
    /** Up to a thousand of each. */
    counts: z.object({ new: whole, answered: whole, closed: whole, held_back: whole }),
  }),
);

export type FoundInquiries = AnswerOf<typeof foundInquiries>;
export type ListedInquiry = FoundInquiries['inquiries'][number];

export const inquiryPage = sqlContract(
  'inquiry_page',
  z.extend(inquiry, {
    message: text,
    /** Null where none was named, and where the number is of none. */
    booking: z.nullable(
      z.object({
        id: text,
        customer_name: text,
        service_name: text,
        booking_date: text,
        booking_time: text,
        status: text,
      }),
    ),
    /** The latest first. */
    changes: z.array(
      z.object({
        at: text,
        /** The e-mail address of who marked it. */
        actor_label: text,
        was: state,
        is: z.enum(['new', 'answered', 'closed']),
      }),
    ),
  }),
);

export type Inquiry = AnswerOf<typeof inquiryPage>;
export type InquiryChange = Inquiry['changes'][number];
/** Those an inquiry can be marked as. */
export type InquiryMark = InquiryChange['is'];

/** What an inquiry was before it was marked. */
export const markedInquiry = sqlContract('mark_inquiry', state);
