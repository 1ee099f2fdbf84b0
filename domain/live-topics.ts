/** The topics of live updates. An event says that something of its topic changed, never what. */
export const liveTopics = [
  'times',
  'bookings',
  'payments',
  'inquiries',
  'reviews',
  'gallery',
  'offers',
  'business',
  'business_draft',
] as const;

export type LiveTopic = (typeof liveTopics)[number];

/** Topics for everyone; the others are for administrators. */
export const publicTopics: readonly LiveTopic[] = ['times', 'business'];

export const isLiveTopic = (text: string): text is LiveTopic =>
  (liveTopics as readonly string[]).includes(text);
