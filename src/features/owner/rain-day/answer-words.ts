import { formatDayAndTime } from '@/lib/days.ts';
import { formatLongMoment } from '@/lib/moments.ts';
import { toldEnd } from '@/lib/told-times.ts';
import type { RainAnswer } from '@contracts/rain-day.ts';

export type Words = { label: string; detail: string; tone: 'good' | 'wait' | 'act' | 'quiet' };

/** " until about 11:00 AM", to follow the start of a visit; empty if it ends on the next day. */
export function untilAbout(time: string, durationMinutes: number): string {
  const end = toldEnd(time, durationMinutes);
  return end ? ` until about ${end}` : '';
}

export const isOpenAnswer = ({ state }: RainAnswer): boolean =>
  state === 'asked' || state === 'declined';

/** What stands with one customer, in words. `now` is epoch milliseconds. */
export function answerWords(answer: RainAnswer, now: number): Words {
  const { state, expires_at: until, booking_date: date, booking_time: time } = answer;
  const stands = formatDayAndTime({ date, time });
  switch (state) {
    case 'chosen':
      return { label: 'New time', detail: `Chose ${stands}.`, tone: 'good' };
    case 'moved':
      return { label: 'Moved', detail: `Moved to ${stands}.`, tone: 'good' };
    case 'settled':
      return { label: 'Settled', detail: `Settled by phone. Booked for ${stands}.`, tone: 'good' };
    case 'cancelled':
      return { label: 'Cancelled', detail: 'The booking was cancelled.', tone: 'quiet' };
    case 'called_off':
      return { label: 'Unchanged', detail: `Still booked for ${stands}.`, tone: 'quiet' };
    case 'over':
      return {
        label: 'Visit held',
        detail: 'The visit was marked as done or as a no-show.',
        tone: 'quiet',
      };
    case 'declined':
      return { label: 'None suits', detail: 'None of the times suits. Please call.', tone: 'act' };
    case 'asked':
      return askedWords(answer, until, now);
  }
}

function askedWords(
  { customer_email: email }: RainAnswer,
  until: string | null,
  now: number,
): Words {
  if (until === null) {
    return { label: 'Call', detail: 'There were no times to offer. Please call.', tone: 'act' };
  }
  if (Date.parse(until) <= now) {
    return {
      label: 'No answer',
      detail: `No answer by ${formatLongMoment(until)}. The times are available again.`,
      tone: 'act',
    };
  }
  const held = `The times are held until ${formatLongMoment(until)}.`;
  return email === null
    ? { label: 'Call', detail: `No email could be sent. ${held}`, tone: 'act' }
    : { label: 'Waiting', detail: `No answer yet. ${held}`, tone: 'wait' };
}
