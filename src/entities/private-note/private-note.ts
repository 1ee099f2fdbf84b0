/** What only the business knows. The version goes up with every change, so that none is written over unread. */
export type PrivateNote = { text: string; version: number };

export const longestNote = 4000;
