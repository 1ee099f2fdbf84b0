import { plainLine } from '@domain/contact/typed-text.ts';
import type { TextSettings } from './api/text-settings.ts';

/** As it is typed. */
export type TextSettingsInput = {
  remind: 'evening' | 'hours';
  reminderAt: string;
  reminderHours: string;
  quietFrom: string;
  quietUntil: string;
  segmentsADay: string;
};

export type TextSettingsErrors = Partial<Record<keyof TextSettingsInput, string>>;

export const inputOf = (settings: TextSettings): TextSettingsInput => ({
  remind: settings.reminder_hours === null ? 'evening' : 'hours',
  reminderAt: (settings.reminder_at ?? '18:00').slice(0, 5),
  reminderHours: String(settings.reminder_hours ?? 3),
  quietFrom: settings.quiet_from.slice(0, 5),
  quietUntil: settings.quiet_until.slice(0, 5),
  segmentsADay: String(settings.segments_a_day),
});

type Change = Omit<TextSettings, 'is_on' | 'kinds'>;

/** What was typed as a change, or what is wrong with it. */
export function changeFrom(
  input: TextSettingsInput,
): { ok: true; change: Change } | { ok: false; fields: TextSettingsErrors } {
  const isByHours = input.remind === 'hours';
  const hours = wholeNumber(input.reminderHours, 48);
  const segments = wholeNumber(input.segmentsADay, 10_000);
  const fields: TextSettingsErrors = {
    ...(!isByHours && !isTime(input.reminderAt) && { reminderAt: aTime }),
    ...(isByHours && hours === null && { reminderHours: 'Please enter hours, from 1 to 48.' }),
    ...(!isTime(input.quietFrom) && { quietFrom: aTime }),
    ...(!isTime(input.quietUntil) && { quietUntil: aTime }),
    ...(segments === null && { segmentsADay: 'Please enter a number from 1 to 10,000.' }),
  };
  if (!fields.quietFrom && !fields.quietUntil && input.quietUntil >= input.quietFrom) {
    fields.quietUntil = 'The quiet hours must end in the morning, before they begin again.';
  }
  if (Object.keys(fields).length > 0 || segments === null) return { ok: false, fields };
  return {
    ok: true,
    change: {
      reminder_at: isByHours ? null : input.reminderAt,
      reminder_hours: isByHours ? hours : null,
      quiet_from: input.quietFrom,
      quiet_until: input.quietUntil,
      segments_a_day: segments,
    },
  };
}

const aTime = 'Please enter a time of day.';
const isTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);

function wholeNumber(text: string, most: number): number | null {
  const number = Number(plainLine(text));
  return /^\d{1,5}$/.test(text.trim()) && number >= 1 && number <= most ? number : null;
}
