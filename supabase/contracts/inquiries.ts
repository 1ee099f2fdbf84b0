import * as z from 'zod/mini';
import { sqlContract, type AnswerOf } from './contract.ts';
import { maybeText, text, whole } from './values.ts';

/** `held_back`: received beyond the limit of all senders; the owner releases or deletes it. */
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
        /** The beginning of the message. */
        beginning: text,
      }),
    ),
    /** The last row of the page. */
    next: z.nullable(z.object({ created_at: text, id: text })),
    /** Counts stop at a thousand. */
    counts: z.object({ new: whole, answered: whole, closed: whole, held_back: whole }),
  }),
);

export type FoundInquiries = AnswerOf<typeof foundInquiries>;
export type ListedInquiry = FoundInquiries['inquiries'][number];

export const inquiryPage = sqlContract(
  'inquiry_page',
  z.extend(inquiry, {
    message: text,
    /** Null without a booking ID, and for an unknown one. */
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
    /** Newest first. */
    changes: z.array(
      z.object({
        at: text,
        /** The email address of the administrator who marked it. */
        actor_label: text,
        was: state,
        is: z.enum(['new', 'answered', 'closed']),
      }),
    ),
    /** What the owner answered here, newest first; older servers don't tell. */
    replies: z.optional(
      z.array(
        z.object({
          id: text,
          at: text,
          actor_label: text,
          message: text,
          /** Null when the email is no longer stored. */
          mail_status: z.nullable(z.enum(['queued', 'sent', 'failed', 'dropped'])),
        }),
      ),
    ),
  }),
);

export type Inquiry = AnswerOf<typeof inquiryPage>;
export type InquiryReply = NonNullable<Inquiry['replies']>[number];
export type InquiryChange = Inquiry['changes'][number];
/** The states that an inquiry can be marked as. */
export type InquiryMark = InquiryChange['is'];

/** The previous state of a marked inquiry. */
export const markedInquiry = sqlContract('mark_inquiry', state);
