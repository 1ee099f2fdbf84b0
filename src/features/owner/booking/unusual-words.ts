import type { Unusual } from '@domain/time/unusual-start.ts';
import { refusals } from '@/lib/refusals.ts';

/** The sentences for the owner about a start that customers can't book. */
export const unusualWords: Readonly<Record<Unusual, string>> = {
  in_past: refusals.time_in_past,
  outside_hours: 'Outside your opening hours.',
  no_usual_start: 'Customers can’t book this start time online.',
  short_notice: 'Sooner than your minimum notice.',
  far_ahead: 'Further ahead than customers can book.',
};
