import type { Template } from './api/get-templates.ts';

/** "booking_confirmation" -> "Booking confirmation" */
export function kindLabel(templateType: string): string {
  const words = templateType.replaceAll('_', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** Which templates are sent: of each kind the one that was edited last. */
export function idsInUse(templates: readonly Template[]): ReadonlySet<string> {
  const latest = new Map<string, Template>();
  for (const template of templates) {
    const other = latest.get(template.template_type);
    if (!other || Date.parse(template.updated_at) > Date.parse(other.updated_at)) {
      latest.set(template.template_type, template);
    }
  }
  return new Set([...latest.values()].map(({ id }) => id));
}

/** As a customer gets them, from the booking on; then those about accounts, and those to the owner. */
const inOrder = [
  'booking_confirmation',
  'phone_booking',
  'booking_reminder',
  'booking_rescheduled',
  'booking_corrected',
  'booking_message',
  'inquiry_reply',
  'booking_cancellation',
  'payment_refunded',
  'refund',
  'payment_link',
  'receipt',
  'work_photos',
  'review_request',
  'rain_day',
  'rain_day_called_off',
  'swap_request',
  'waiting_list_offer',
  'signup_confirmation',
  'magic_link',
  'password_recovery',
  'email_change',
  'reauthentication',
  'sign_in_changed',
];

const rankOf = (kind: string): number =>
  inOrder.includes(kind) ? inOrder.indexOf(kind) : inOrder.length;

export const compareKinds = (one: string, other: string): number =>
  rankOf(one) - rankOf(other) || one.localeCompare(other);
