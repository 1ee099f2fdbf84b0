/** What a mail is, to the owner. */
type MailKind = {
  label: string;
  /** When it goes out and to whom. */
  description: string;
  /** How long to wait before or after, if that can be chosen. */
  wait?: { label: string; hint: string; longest: number };
  hour?: { label: string; hint: string };
  count?: { label: string; hint: string };
};

const kinds: Record<string, MailKind> = {
  booking_reminder: {
    label: 'Reminder',
    description:
      'On the day before a visit, to everybody with an email address. Who booked or moved later than that hour has just been told, and gets none.',
    hour: { label: 'Time of day', hint: 'Local time, also when the clocks change.' },
  },
  review_request: {
    label: 'Request for a review',
    description:
      'After a visit is marked as done. Never to somebody who has written a review or unsubscribed. Your name, postal address and an unsubscribe link are always in it.',
    wait: {
      label: 'Hours after the visit',
      hint: '0 sends it as soon as the visit is done.',
      longest: 336,
    },
    count: {
      label: 'At most',
      hint: 'Requests to one person in 90 days; a second one follows after a week.',
    },
  },
  receipt: {
    label: 'Receipt',
    description:
      'When the last of a booking is paid. What was paid in full online is receipted when the visit is done.',
  },
  rain_day: {
    label: 'Rain day',
    description: 'When you call off a day for rain, with three times to choose from.',
  },
  rain_day_called_off: {
    label: 'Rain day taken back',
    description: 'When the rain stays away after all, and a visit stands as it was.',
  },
  waiting_list_offer: {
    label: 'Offer from the waiting list',
    description: 'When a time becomes free that somebody waits for. It is held for them meanwhile.',
  },
};

/** Another part of the product may have brought one that is not described here. */
export const kindOf = (templateType: string): MailKind =>
  kinds[templateType] ?? { label: inWords(templateType), description: '' };

function inWords(templateType: string): string {
  const words = templateType.replaceAll('_', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

const order = Object.keys(kinds);

/** As they follow each other in the life of a booking; others come last. */
export const placeOf = (templateType: string): number => {
  const place = order.indexOf(templateType);
  return place === -1 ? order.length : place;
};
