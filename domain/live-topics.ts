/** What an open screen can hear about: that something of the kind changed, never what. */
export const liveTopics = [
  'times',
  'bookings',
  'payments',
  'inquiries',
  'reviews',
  'gallery',
  'offers',
] as const;

export type LiveTopic = (typeof liveTopics)[number];

/** What everybody hears; the others are for administrators. */
export const publicTopics: readonly LiveTopic[] = ['times'];

export const isLiveTopic = (text: string): text is LiveTopic =>
  (liveTopics as readonly string[]).includes(text);
