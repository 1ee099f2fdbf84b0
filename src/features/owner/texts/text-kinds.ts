import type { TextKind } from '@domain/contact/text-wordings.ts';

/** What a text message is, to the owner. */
export const textKindWords: Record<TextKind, { label: string; description: string }> = {
  confirmation: { label: 'Confirmation', description: 'Sent when an appointment is booked.' },
  reminder: { label: 'Reminder', description: 'Sent before the visit, never at night.' },
  on_my_way: { label: 'On my way', description: 'Sent when you press “On my way”.' },
  rain_day: {
    label: 'Rain day',
    description: 'Sent with a link to other times, or when the visit stays as booked.',
  },
  offer: {
    label: 'Waiting list offer',
    description: 'Sent when a time becomes available.',
  },
  moved: { label: 'Moved', description: 'Sent when an appointment is moved.' },
  cancelled: { label: 'Cancelled', description: 'Sent when an appointment is cancelled.' },
};
