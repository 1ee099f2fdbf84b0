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
  'crews',
] as const;

export type LiveTopic = (typeof liveTopics)[number];

/** Topics for everyone; the others are for administrators. */
export const publicTopics: readonly LiveTopic[] = ['times', 'business'];
/** Topics for the members of crews. */
export const crewTopics: readonly LiveTopic[] = [...publicTopics, 'bookings', 'payments', 'crews'];

export const isLiveTopic = (text: string): text is LiveTopic =>
  (liveTopics as readonly string[]).includes(text);
