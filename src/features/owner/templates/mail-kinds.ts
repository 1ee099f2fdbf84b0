import type { Template } from './api/get-templates.ts';

/** Kinds that are called by the field's words in the data. */
const plainLabels: Readonly<Record<string, string>> = {
  magic_link: 'Sign-in link',
  reauthentication: 'Code to confirm it is you',
};

/** "booking_confirmation" -> "Booking confirmation" */
export function kindLabel(templateType: string): string {
  const words = plainLabels[templateType] ?? templateType.replaceAll('_', ' ');
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

/** Each kind, and when it is sent: as a customer gets them, then those about accounts and those to the owner. */
const groups: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Bookings: {
    booking_confirmation: 'Sent when a booking is paid or confirmed.',
    phone_booking: 'Sent when you book for a customer who phones.',
    booking_rescheduled: 'Sent after a visit was moved.',
    booking_corrected: 'Sent after you corrected or changed a booking.',
    booking_message: 'Sent when you write to a customer about a booking.',
    booking_cancellation: 'Sent after a booking was cancelled.',
    rain_day: 'Sent when you mark a rain day, with the other times that are held.',
    rain_day_called_off: 'Sent when you undo a rain day.',
    swap_request: 'Sent when you ask a customer to swap times.',
    waiting_list_offer: 'Sent when a time becomes free for the waiting list.',
  },
  'The visit': {
    booking_reminder: 'Sent on the day before the visit.',
    on_my_way: 'Sent when you press “On my way”.',
    work_photos: 'Sent after the visit, with its photos.',
    review_request: 'Sent after the visit.',
  },
  Money: {
    payment_link: 'Sent when you ask for the rest of a payment.',
    receipt: 'Sent when a booking is fully paid.',
    refund: 'Sent when you refund a payment.',
    payment_refunded: 'Sent when a payment could not be kept and is refunded.',
    refund_failed: 'Sent when a bank returns a refund.',
  },
  Questions: {
    inquiry_reply: 'Sent when you answer an inquiry.',
  },
  'Customer accounts': {
    signup_confirmation: 'Sent to confirm a new account.',
    account_exists: 'Sent when somebody signs up with the address of an account.',
    magic_link: 'Sent to sign in without a password.',
    password_recovery: 'Sent when somebody forgot the password.',
    email_change: 'Sent to confirm a new email address.',
    reauthentication: 'Sent before a change that needs proof of who it is.',
    sign_in_changed: 'Sent after a password, address or second step changed.',
  },
  Crews: {
    crew_invitation: 'Sent when you invite somebody without an account to a crew.',
    crew_member_added: 'Sent when you add somebody with an account to a crew.',
  },
  'To you': {
    security_notice: 'Sent after a change that outlasts a sign-in, such as a new crew member.',
    booking_news: 'Sent when a customer books, moves or cancels.',
    inquiry_received: 'Sent when a customer asks something.',
    inquiries_held_back: 'Sent when too many inquiries come at once.',
    payment_disputed: 'Sent when a customer disputes a payment.',
    backup_missing: 'Sent when a backup is missing.',
    service_trouble: 'Sent when a service does not answer or waits for your attention.',
  },
};

const ofOwn = 'Others';
const groupNames = [...Object.keys(groups), ofOwn];

/** Under which heading a kind is listed. */
export const groupOf = (kind: string): string =>
  groupNames.find((name) => groups[name]?.[kind] !== undefined) ?? ofOwn;

/** When an email of this kind is sent; undefined for a kind of the owner's own. */
export const whenSent = (kind: string): string | undefined => groups[groupOf(kind)]?.[kind];

const inOrder = Object.values(groups).flatMap((group) => Object.keys(group));

const rankOf = (kind: string): number =>
  inOrder.includes(kind) ? inOrder.indexOf(kind) : inOrder.length;

export const compareKinds = (one: string, other: string): number =>
  rankOf(one) - rankOf(other) || one.localeCompare(other);
