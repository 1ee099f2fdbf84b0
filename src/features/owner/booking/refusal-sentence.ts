import { moveRefusals, sentenceOfRefusal } from '@/lib/booking-refusals.ts';
import { noteRefusals } from '@/entities/private-note/private-note.ts';

const refusals: Readonly<Record<string, string>> = {
  ...moveRefusals,
  ...noteRefusals,
  amount_too_large: 'That is more than is due. What is on top of it belongs into the tip.',
  already_noted_otherwise:
    'A payment was noted with your first try. What you changed since is not noted.',
  invalid_payment: 'Please enter an amount above zero, and a tip that is part of it.',
  payment_online: 'This was paid online, so it cannot be taken back here.',
  payment_refunded:
    'Some of this payment was given back or is to be, so it cannot be taken back as a mistake.',
  too_early: 'That can be noted once the appointment has come.',
  mail_not_found: 'This mail is not kept any more.',
  mail_outdated: 'The booking is cancelled: this mail would say that it stands.',
  visit_not_tomorrow: 'A reminder says that the visit is tomorrow, and this one is not.',
  rain_times_gone:
    'This question is answered, or its times are not held any more: its link would offer nothing. While it is open, other times can be sent under Rain day.',
  receipt_withdrawn: 'This receipt tells of a payment that was taken back.',
  mail_refused: 'This mail is switched off, or its reader asked for no more of them.',
};

export const refusalSentence = (error: unknown): string => sentenceOfRefusal(refusals, error);
