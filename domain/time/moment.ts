/** A point in time: an ISO string with a zone ("2026-12-01T14:00:00Z"), or milliseconds since 1970. */
export type Moment = string | number;

/** NaN if the text is invalid. */
export function epochMs(moment: Moment): number {
  return typeof moment === 'number' ? moment : Date.parse(moment);
}
