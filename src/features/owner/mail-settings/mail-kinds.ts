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
  booking_news: {
    label: 'News of bookings',
    description:
      'Sent to you when a customer books online, moves a visit or cancels it. Not sent for what you do yourself.',
  },
  booking_reminder: {
    label: 'Reminder',
    description:
      'Sent on the day before a visit. Bookings made or moved after that hour don’t get one.',
    hour: { label: 'Time of day', hint: 'Local time.' },
  },
  on_my_way: {
    label: 'On my way',
    description:
      'Sent ten seconds after you press “On my way”, with your arrival time and a page to follow the visit.',
  },
  review_request: {
    label: 'Review request',
    description:
      'Sent after you mark a visit as done. Not sent to customers who reviewed or unsubscribed. Always includes your name, postal address and an unsubscribe link.',
    wait: {
      label: 'Hours after the visit',
      hint: 'Enter 0 to send it as soon as the visit is marked as done.',
      longest: 336,
    },
    count: {
      label: 'Limit',
      hint: 'Requests per customer in 90 days. A second one is sent after a week.',
    },
  },
  receipt: {
    label: 'Receipt',
    description:
      'Sent when a booking is fully paid. For bookings paid in full online, sent after the visit.',
  },
  work_photos: {
    label: 'Photos of the visit',
    description:
      'Sent when you mark a visit as done, if you took photos after the work. Asks whether you may show a pair in the gallery.',
  },
  rain_day: {
    label: 'Rain day',
    description: 'Sent when you mark a rain day, with three times to choose from.',
  },
  rain_day_called_off: {
    label: 'Rain day undone',
    description: 'Sent when you undo a rain day, to customers whose visit stays as booked.',
  },
  waiting_list_offer: {
    label: 'Waiting list offer',
    description: 'Sent when a time becomes available. The time is held for the customer.',
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
