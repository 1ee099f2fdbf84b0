import type { Business } from '../../../../domain/business/business.ts';
import { bookingNumber } from '../../../../domain/booking/booking-number.ts';
import { eachMore } from '../../../../domain/booking/more-fields.ts';
import { cancellationPolicy } from '../../../../domain/money/cancellation-policy.ts';
import type { BookingPaymentOption } from '../../../../domain/money/pricing.ts';
import { businessVariables } from './booking-mail.ts';
import type { TemplateVariables } from './render-template.ts';

// The variables of each kind of email with sample values: exactly those the email gets, which a test checks.

export function templateVariables(business: Business): Readonly<Record<string, TemplateVariables>> {
  const everyMail = { ...businessVariables(business), email: 'alex@example.com' };

  const { deposit } = business;
  const policyOf = (paymentOption: BookingPaymentOption): string =>
    cancellationPolicy({
      ...business,
      ...(deposit.kind === 'amount' && { depositCents: deposit.cents }),
      paymentOption,
      isDepositKept: false,
      isRainDay: false,
    });

  const booking = {
    ...everyMail,
    customer_name: 'Alex Tremblay',
    service_name: 'Premium Detailing',
    vehicle: 'SUV / Compact SUV',
    car: '2021 Mazda CX-5',
    date: 'Tuesday, December 8, 2026',
    time: '9:00 AM',
    address: '12 Main Street, Caledon, ON L7C 1A1',
    ...eachMore((_, { label }) => label),
    price: '$119.99',
    discount: '$20.00',
    nearby_discount: '$0.00',
    subtotal: '$99.99',
    tax_label: 'GST (5%)',
    tax: '$5.00',
    tax_lines: 'GST (5%): $5.00',
    tip: '$15.00',
    total: '$119.99',
    later_tip: '$0.00',
    reduction: '$0.00',
    reduction_label: 'Reduced by refund',
    amount_paid: '$119.99',
    amount_refunded: '$0.00',
    amount_owed_back: '$0.00',
    amount_disputed: '$0.00',
    due_on_site: '$0.00',
    due_on_site_tax: '',
    payment_option_label: 'In full, tax included',
    booking_number: bookingNumber('3f2b8c1e-5d4a-4b7e-9c0f-1a2b3c4d5e6f'),
    booking_id: '3f2b8c1e-5d4a-4b7e-9c0f-1a2b3c4d5e6f',
    booking_url:
      'https://lustre.example/my-bookings?booking_id=3f2b8c1e-5d4a-4b7e-9c0f-1a2b3c4d5e6f',
    refund_amount: '$119.99',
    refund_to_card: '$119.99',
    refund_by_hand: '$0.00',
    refunded_before: '$0.00',
    cancellation_policy: policyOf('pay_full_online'),
  };

  const crewMail = { ...everyMail, crew: 'North van', login_url: 'https://lustre.example/login' };

  const account = {
    ...everyMail,
    confirmation_url: 'https://lustre.example/login?token_hash=sample&type=signup',
    token: '123456',
  };

  const visitUrl = 'https://lustre.example/visit/sample';

  return {
    booking_confirmation: booking,
    phone_booking: {
      ...booking,
      tax: '$0.00',
      tax_lines: '',
      total: '$114.99',
      amount_paid: '$0.00',
      due_on_site: '$114.99',
      due_on_site_tax: 'No tax added',
      payment_option_label: 'On site',
      refund_amount: '$0.00',
      refund_to_card: '$0.00',
      cancellation_policy: policyOf('pay_later'),
    },
    booking_rescheduled: { ...booking, old_date: 'Monday, December 7, 2026', old_time: '3:00 PM' },
    booking_cancellation: booking,
    payment_refunded: booking,
    refund_failed: booking,
    refund: { ...booking, refund_reason: 'A seat stayed dirty. We’re sorry!' },
    booking_corrected: {
      ...booking,
      changes: 'Phone: (905) 555-0142\nCar: 2021 Mazda CX-5',
      former: '',
    },
    booking_message: {
      ...booking,
      message: 'We are running half an hour late.\nSee you at 9:30!',
    },
    booking_reminder: { ...booking, visit_url: visitUrl },
    on_my_way: { ...booking, visit_url: visitUrl, arrival: 'around 9:10 AM' },
    review_request: {
      ...booking,
      visit_url: visitUrl,
      review_url:
        'https://lustre.example/leave-review?booking_id=3f2b8c1e-5d4a-4b7e-9c0f-1a2b3c4d5e6f',
      unsubscribe_url: 'https://lustre.example/unsubscribe?token=0123456789abcdef',
    },
    work_photos: {
      ...booking,
      photos_url: 'https://lustre.example/car-photos?token=0123456789abcdef',
    },
    receipt: {
      ...booking,
      receipt_number: 'R-3F2B-8C1E-5D4A',
      receipt_tip: '$15.00',
      receipt_total: '$119.99',
      receipt_payments: 'Card, online: $20.00; Cash: $99.99',
      receipt_given_back: '$0.00',
      receipt_owed: '$0.00',
      receipt_reduction: '$0.00',
      receipt_reduction_label: 'Reduced by refund',
    },
    rain_day: {
      ...booking,
      offered_times:
        'Wednesday, December 9, 2026 at 9:00 AM, until about 11:00 AM\nThursday, December 10, 2026 at 9:00 AM, until about 11:00 AM\nFriday, December 11, 2026 at 12:00 PM, until about 2:00 PM',
      offered_choices: '2026-12-08T09:00\n2026-12-09T09:00\n2026-12-10T12:00',
      offered_until: '4:30 PM on Monday, December 7, 2026',
      offer_url: 'https://lustre.example/rain?token=sample',
    },
    rain_day_called_off: booking,
    swap_request: {
      ...booking,
      offered_times: 'Tuesday, December 8, 2026 at 12:00 PM',
      offered_choices: '2026-12-08T09:00',
      offered_until: '4:30 PM on Monday, December 7, 2026',
      offer_url: 'https://lustre.example/swap?token=sample',
    },
    payment_link: {
      ...booking,
      amount_paid: '$20.00',
      due_on_site: '$99.99',
      due_on_site_tax: 'GST (5%) included',
      pay_url: 'https://lustre.example/pay?token=sample',
      pay_until: 'Wednesday, January 6, 2027',
    },
    waiting_list_offer: {
      ...everyMail,
      customer_name: 'Alex Tremblay',
      service_name: 'Premium Detailing',
      offered_times: 'Tuesday, December 8, 2026 at 9:00 AM',
      offered_choices: '2026-12-08T09:00',
      offered_until: '4:30 PM on Monday, December 7, 2026',
      offer_url: 'https://lustre.example/schedule?offer=sample',
      decline_url: 'https://lustre.example/waiting-list?token=sample',
    },
    booking_news: {
      ...booking,
      email: 'info@lustre.example',
      news: 'New booking',
      former_time: '',
      customer_phone: '(905) 555-0187',
      refund_amount: '$0.00',
      refund_to_card: '$0.00',
      owner_booking_url:
        'https://lustre.example/admin/bookings/3f2b8c1e-5d4a-4b7e-9c0f-1a2b3c4d5e6f',
    },
    inquiry_received: {
      ...everyMail,
      email: 'info@lustre.example',
      customer_name: 'Alex Tremblay',
      customer_email: 'alex@example.com',
      inquiry_subject: 'Coffee on the back seat',
      inquiry_message: 'Hello,\n\ncan you get an old coffee stain out of light fabric?\n\nAlex',
      booking_id: '3f2b8c1e-5d4a-4b7e-9c0f-1a2b3c4d5e6f',
      booking:
        'Premium Detailing on Tuesday, December 8, 2026 at 9:00 AM, booked by Alex Tremblay (alex@example.com)',
    },
    inquiry_reply: {
      ...everyMail,
      customer_name: 'Alex Tremblay',
      inquiry_subject: 'Coffee on the back seat',
      inquiry_message: 'Hello,\n\ncan you get an old coffee stain out of light fabric?\n\nAlex',
      message: 'Yes, we can.\nPremium Detailing includes it.',
    },
    inquiries_held_back: {
      ...everyMail,
      email: 'info@lustre.example',
      held_back: '143 inquiries',
      inbox_url: 'https://lustre.example/admin/inquiries?state=held_back',
    },
    backup_missing: {
      ...everyMail,
      email: 'info@lustre.example',
      last_backup: 'December 6, 2026 at 3:30 AM',
      reason: '/mnt/backups can’t be written (ENOSPC)',
    },
    service_trouble: {
      ...everyMail,
      email: 'info@lustre.example',
      trouble: 'The payment provider does not answer',
      trouble_since: 'December 6, 2026 at 3:30 AM',
      reason: 'connect ETIMEDOUT 203.0.113.7:443',
    },
    payment_disputed: {
      ...everyMail,
      email: 'info@lustre.example',
      customer_name: 'Alex Tremblay',
      dispute_amount: '$119.99',
      dispute_reason: 'the customer says that the service never took place',
      dispute_due: 'December 20, 2026 at 6:59 PM',
      dispute_url: 'https://lustre.example/admin/bookings/3f2b8c1e-5d4a-4b7e-9c0f-1a2b3c4d5e6f',
    },
    signup_confirmation: account,
    account_exists: {
      ...everyMail,
      email: account.email,
      login_url: 'https://lustre.example/login',
    },
    password_recovery: account,
    magic_link: account,
    reauthentication: { ...everyMail, token: account.token },
    email_change: { ...account, new_email: 'alex.tremblay@example.com' },
    crew_invitation: crewMail,
    crew_member_added: crewMail,
    security_notice: {
      ...everyMail,
      email: 'info@lustre.example',
      change: 'A customer’s data was erased.',
      changed_by: 'boss@lustre.example',
      changed_at: 'December 8, 2026 at 9:00 AM',
      login_url: 'https://lustre.example/login',
    },
    sign_in_changed: {
      ...everyMail,
      change: 'Your password was changed.',
      changed_at: 'December 8, 2026 at 9:00 AM',
      sign_in_methods:
        'Password with alex@example.com\nLink or code emailed to alex@example.com\nCode by text message to the number ending in 0142',
      login_url: 'https://lustre.example/login',
    },
  };
}

/** The sample values of a kind of email; null for an unknown kind. */
export function variablesOfType(
  templateType: string,
  business: Business,
): TemplateVariables | null {
  const known = templateVariables(business);
  return Object.hasOwn(known, templateType) ? (known[templateType] ?? null) : null;
}
