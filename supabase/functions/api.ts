import type { z } from 'zod';
import { shownBalance } from '../contracts/balance.ts';
import { phoneBookingInput, websiteBookingInput } from '../contracts/booking-input.ts';
import * as bookings from '../contracts/booking.ts';
import { publication } from '../contracts/business.ts';
import type { Contract } from '../contracts/contract.ts';
import { mendedPayment } from '../contracts/findings.ts';
import { ranJobs } from '../contracts/jobs.ts';
import { mailChoice, previewedTemplate, sentTestMail } from '../contracts/mail.ts';
import * as owner from '../contracts/owner-booking.ts';
import {
  balanceIntent,
  paymentIntent,
  receivedEvent,
  verifiedPayment,
} from '../contracts/payments.ts';
import { pickedTime } from '../contracts/picked-time.ts';
import { openTimes } from '../contracts/open-times.ts';
import { joinedWaitingList } from '../contracts/waiting-list.ts';
import type { ErrorCode } from './_shared/http/errors.ts';
import { templateRequest } from './_shared/mail/template-request.ts';
import { openTimesRequest } from './open-times/handler.ts';
import { pickedTimeRequest } from './picked-time/handler.ts';
import { photoRequest } from './booking-photo/handler.ts';
import { ownerCancelRequest } from './cancel-booking-as-owner/handler.ts';
import { cancelRequest } from './cancel-booking/handler.ts';
import { changeVisitRequest } from './change-visit/handler.ts';
import { intentRequest } from './create-payment-intent/handler.ts';
import { extendRequest } from './extend-hold/handler.ts';
import { joinRequest } from './join-waiting-list/handler.ts';
import { mendRequest } from './mend-payment/handler.ts';
import { publishRequest } from './publish-business/handler.ts';
import { payBalanceRequest } from './pay-balance/handler.ts';
import { showBalanceRequest } from './show-balance/handler.ts';
import { refundRequest } from './refund-booking/handler.ts';
import { unsubscribeRequest } from './unsubscribe/handler.ts';
import { verifyRequest } from './verify-payment/handler.ts';

/** One server function, as docs/api describes it. */
export type Endpoint = {
  name: string;
  caller:
    | 'everybody'
    | 'administrators'
    | 'the payment provider'
    | 'the SMS service'
    | 'calendar programs'
    | 'the scheduler';
  summary: string;
  /** What its handler parses the JSON body with; null for one that takes no JSON. */
  request: z.core.$ZodType | null;
  /** More than one where the answer depends on the request. None for one that answers no JSON. */
  answers: readonly Contract<string, unknown>[];
  status?: 201;
  /** The media type of an answer that is no JSON. */
  media?: 'text/calendar' | 'text/xml' | 'image/webp';
  /** Besides those that every function of its callers has. */
  refusals: readonly ErrorCode[];
};

export const api: readonly Endpoint[] = [
  {
    name: 'create-booking',
    caller: 'everybody',
    summary:
      'Stores an unpaid booking and holds its time. The server computes every price and the duration; `addOns` are the ids of add-ons. `replacesBookingId` and `holdToken` name the visitor’s earlier hold, `offerToken` an offer from the waiting list.',
    request: websiteBookingInput,
    answers: [bookings.createdBooking],
    status: 201,
    refusals: [
      'add_on_unavailable',
      'visit_too_long',
      'slot_taken',
      'time_not_offered',
      'outside_service_area',
      'coupon_unknown',
      'coupon_used',
      'coupon_held',
      'coupon_used_up',
      'coupon_first_visit',
      'replaced_is_paid',
      'payment_processing',
      'too_many_holds',
      'too_many_cancelled',
      'too_many_places',
      'payment_unavailable',
      'session_ended',
    ],
  },
  {
    name: 'extend-hold',
    caller: 'everybody',
    summary: 'Holds the time of an unpaid booking for longer.',
    request: extendRequest,
    answers: [bookings.prolongedHold],
    refusals: [
      'booking_not_found',
      'already_paid',
      'booking_cancelled',
      'no_extensions_left',
      'hold_lapsed',
      'too_many_holds',
    ],
  },
  {
    name: 'create-payment-intent',
    caller: 'everybody',
    summary:
      'Starts or reuses the payment of a booking. `amountToCharge` is in cents and only compared: the stored booking decides. `methods` are the provider’s names.',
    request: intentRequest,
    answers: [paymentIntent],
    refusals: [
      'booking_not_found',
      'amount_mismatch',
      'already_paid',
      'booking_cancelled',
      'paid_too_late',
      'payment_processing',
      'coupon_used',
      'hold_lapsed',
      'too_many_holds',
      'payment_unavailable',
    ],
  },
  {
    name: 'verify-payment',
    caller: 'everybody',
    summary:
      'Asks the payment provider about a booking’s payment and settles what has arrived, with or without a webhook. `declinedBy` is the provider’s name of the payment method declined last.',
    request: verifyRequest,
    answers: [verifiedPayment],
    refusals: ['booking_not_found', 'payment_unavailable'],
  },
  {
    name: 'show-balance',
    caller: 'everybody',
    summary:
      'Shows what is left to pay behind a payment link, after settling what has arrived. `latest` is the last payment of the balance. Amounts are in cents.',
    request: showBalanceRequest,
    answers: [shownBalance],
    refusals: ['link_unknown'],
  },
  {
    name: 'pay-balance',
    caller: 'everybody',
    summary:
      'Starts or reuses the payment of what is left to pay behind a payment link, with a tip on top. `amountToCharge` is in cents and only compared: the stored booking and its payments decide.',
    request: payBalanceRequest,
    answers: [balanceIntent],
    refusals: [
      'link_unknown',
      'balance_changed',
      'too_little_to_charge',
      'already_paid',
      'booking_cancelled',
      'not_awaiting_payment',
      'payment_open',
      'payment_processing',
      'payment_unavailable',
    ],
  },
  {
    name: 'booking-photo',
    caller: 'everybody',
    summary:
      'Answers a photo of a booking as an image, for the account of the booking, a guest with its email address, or the link to its photos.',
    request: photoRequest,
    answers: [],
    media: 'image/webp',
    refusals: ['photo_not_found', 'photos_away'],
  },
  {
    name: 'cancel-booking',
    caller: 'everybody',
    summary:
      'Cancels a booking and refunds what the policy kept with it allows. With `preview` it changes nothing and adds the promised `depositAmount` and the `disputedAmount` that a bank holds or took back. Amounts are in cents. A second cancellation answers 0.',
    request: cancelRequest,
    answers: [bookings.cancellation, bookings.cancellationPreview],
    refusals: ['booking_not_found', 'booking_past', 'booking_changed', 'payment_unavailable'],
  },
  {
    name: 'open-times',
    caller: 'everybody',
    summary:
      'The open times of up to 42 days for a visit at a place, by the same rules that hold and move a time. `none` says why a day has no times.',
    request: openTimesRequest,
    answers: [openTimes],
    refusals: [
      'add_on_unavailable',
      'visit_too_long',
      'outside_service_area',
      'booking_not_found',
      'too_many_places',
    ],
  },
  {
    name: 'join-waiting-list',
    caller: 'everybody',
    summary: 'Puts a customer on the waiting list of a full day. A second request changes nothing.',
    request: joinRequest,
    answers: [joinedWaitingList],
    refusals: [
      'add_on_unavailable',
      'visit_too_long',
      'day_has_times',
      'time_not_offered',
      'too_many_waiting',
      'too_many_places',
    ],
  },
  {
    name: 'picked-time',
    caller: 'everybody',
    summary:
      'When an event starts that a customer has just made on an external scheduling page (Calendly). `startsAt` is null without `SCHEDULING_TOKEN`, and for an event that can’t be read.',
    request: pickedTimeRequest,
    answers: [pickedTime],
    refusals: [],
  },
  {
    name: 'unsubscribe',
    caller: 'everybody',
    summary:
      'Stops or resumes review requests to the address behind the link of an email; without `subscribed` it only looks. `address` is a hint. It also takes the one-click form of RFC 8058 at `?token=`, and leads a GET to the page that asks.',
    request: unsubscribeRequest,
    answers: [mailChoice],
    refusals: ['link_unknown'],
  },
  {
    name: 'cancel-booking-as-owner',
    caller: 'administrators',
    summary:
      'Cancels any booking with the refund that the owner chose, up to what is left of the payments. While a bank disputes one of them, a refund needs `anyway`. With `preview` it changes nothing and answers the policy’s refund, the most that can be refunded, how much of that goes to the card, and what a bank holds or took. A refund that makes more than $500 with the owner’s others of 24 hours needs a sign-in of the last five minutes. Amounts are in cents.',
    request: ownerCancelRequest,
    answers: [owner.ownerCancellation, owner.ownerCancellationPreview],
    refusals: [
      'booking_not_found',
      'refund_too_large',
      'booking_changed',
      'payment_disputed',
      'payment_unavailable',
      'reauthentication_needed',
    ],
  },
  {
    name: 'refund-booking',
    caller: 'administrators',
    summary:
      'Refunds part of what is kept of a booking, whose status stays, and emails the customer with the `reason`. The form chooses `requestId`, so a repeated request refunds once. `expectedPaidCents` is what was left of the payments, after refunds and disputes, when the form opened. While a bank disputes one of them, a refund needs `anyway`. A refund that makes more than $500 with the owner’s others of 24 hours needs a sign-in of the last five minutes. Amounts are in cents.',
    request: refundRequest,
    answers: [owner.ownerRefund],
    refusals: [
      'booking_not_found',
      'refund_too_large',
      'booking_changed',
      'payment_disputed',
      'already_refunded_otherwise',
      'reauthentication_needed',
    ],
  },
  {
    name: 'change-visit',
    caller: 'administrators',
    summary:
      'Changes the vehicle class, service, add-ons and price of a confirmed booking. `seen` is what the caller saw of it. With `preview` it changes nothing and answers the price, the time and what is left to pay; the change then names that `totalCents`. Amounts are in cents.',
    request: changeVisitRequest,
    answers: [owner.visitChange],
    refusals: [
      'booking_not_found',
      'booking_cancelled',
      'not_confirmed',
      'visit_rained_out',
      'booking_changed',
      'business_changed',
      'add_on_unavailable',
      'visit_too_long',
      'slot_taken',
      'outside_hours',
    ],
  },
  {
    name: 'take-phone-booking',
    caller: 'administrators',
    summary:
      'Books for a customer who phoned, to be paid on site. The form chooses `bookingId`, so a repeated request is one booking. `offerId` names a time held for a customer on the waiting list. With `anyway` it takes any start ahead at which a crew is free, also outside the opening hours and inside the minimum notice.',
    request: phoneBookingInput,
    answers: [owner.phoneBooking],
    status: 201,
    refusals: [
      'already_booked_otherwise',
      'add_on_unavailable',
      'visit_too_long',
      'slot_taken',
      'time_not_offered',
      'time_in_past',
      'date_too_far',
      'coupon_unknown',
      'coupon_used',
      'coupon_held',
      'coupon_used_up',
      'coupon_first_visit',
    ],
  },
  {
    name: 'publish-business',
    caller: 'administrators',
    summary:
      'Publishes the draft of the business, or with `version` an earlier version again, and empties the draft. `revision` names the draft that the administrator saw. Another info address needs a sign-in of the last five minutes.',
    request: publishRequest,
    answers: [publication],
    refusals: ['business_changed', 'nothing_to_publish', 'reauthentication_needed'],
  },
  {
    name: 'mend-payment',
    caller: 'administrators',
    summary:
      'Resolves a payment that needs attention. `outcome` is `open` if it still does, and `already_closed` if it was resolved before. While a bank disputes a payment of the booking, `refund` and `retry_refund` need `anyway`. A refund that makes more than $500 with the owner’s others of 24 hours, and one of money without a booking, needs a sign-in of the last five minutes.',
    request: mendRequest,
    answers: [mendedPayment],
    refusals: [
      'note_needed',
      'finding_not_found',
      'booking_not_found',
      'booking_cancelled',
      'payment_of_another_booking',
      'attach_amount_differs',
      'nothing_to_attach',
      'refund_on_its_way',
      'nothing_to_refund',
      'payment_disputed',
      'charged_back',
      'reauthentication_needed',
      'payment_unavailable',
    ],
  },
  {
    name: 'preview-template',
    caller: 'administrators',
    summary:
      'Renders an email template with sample values, or answers the problem that prevents it. `variables` are those of this kind of email.',
    request: templateRequest,
    answers: [previewedTemplate],
    refusals: [],
  },
  {
    name: 'send-test-mail',
    caller: 'administrators',
    summary: 'Sends a template, rendered with sample values, to the administrator’s own address.',
    request: templateRequest,
    answers: [sentTestMail],
    refusals: ['template_broken'],
  },
  {
    name: 'stripe-webhook',
    caller: 'the payment provider',
    summary:
      'Takes an event signed by Stripe (`Stripe-Signature`), and answers once the event and its effects are stored. Stripe sends it again after any other answer.',
    request: null,
    answers: [receivedEvent],
    refusals: [
      'invalid_signature',
      'event_malformed',
      'event_of_another_account',
      'event_from_the_future',
    ],
  },
  {
    name: 'text-webhook',
    caller: 'the SMS service',
    summary:
      'Takes a form signed by the SMS service (`X-Twilio-Signature`): a customer’s reply, or with `?text=` what became of a text. STOP ends texts to that phone, START allows them again, HELP is answered with a text. Answers TwiML.',
    request: null,
    answers: [],
    media: 'text/xml',
    refusals: ['text_signature_wrong'],
  },
  {
    name: 'calendar-feed',
    caller: 'calendar programs',
    summary:
      'Answers `GET ?token=` with the visits as `text/calendar`, or 304 if the program has them. The secret in the address is the only proof.',
    request: null,
    answers: [],
    media: 'text/calendar',
    refusals: ['not_found'],
  },
  {
    name: 'run-jobs',
    caller: 'the scheduler',
    summary:
      'Runs the background jobs once on the hosted backend: emails, refunds, offers, due emails, reconciliation and cleaning. `Authorization: Bearer <JOBS_SECRET>` proves the caller. It answers within a minute, and overlapping calls do no harm. The Node host runs these jobs itself and does not serve it.',
    request: null,
    answers: [ranJobs],
    refusals: ['secret_wrong'],
  },
];
