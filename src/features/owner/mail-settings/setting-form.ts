import { plainLine } from '@domain/contact/typed-text.ts';
import type { MailSetting, SettingChange } from './api/mail-settings.ts';
import { kindOf } from './mail-kinds.ts';

/** As it is typed. */
export type SettingInput = { hours: string; time: string; most: string };

export type SettingErrors = Partial<Record<keyof SettingInput, string>>;

export const inputOf = (setting: MailSetting): SettingInput => ({
  hours: String(setting.wait_hours ?? 0),
  time: (setting.send_at ?? '17:00').slice(0, 5),
  most: String(setting.most),
});

/** What was typed as a change of this kind of mail, and of nothing else, or what is wrong with it. */
export function changeFrom(
  templateType: string,
  input: SettingInput,
  typed: Partial<Record<keyof SettingInput, boolean>>,
): { ok: true; change: SettingChange } | { ok: false; fields: SettingErrors } {
  const { wait, hour, count } = kindOf(templateType);
  const fields: SettingErrors = {};
  const hours = Number(plainLine(input.hours));
  if (wait && !(/^\d{1,4}$/.test(input.hours.trim()) && hours <= wait.longest)) {
    fields.hours = `Please enter whole hours, from 0 to ${wait.longest}.`;
  }
  if (hour && !/^([01]\d|2[0-3]):[0-5]\d$/.test(input.time)) {
    fields.time = 'Please enter a time of day.';
  }
  if (Object.keys(fields).length > 0) return { ok: false, fields };
  return {
    ok: true,
    change: {
      ...(wait && typed.hours && { wait_hours: hours }),
      ...(hour && typed.time && { send_at: input.time }),
      ...(count && typed.most && { most: Number(input.most) }),
    },
  };
}
