import type { OpeningChange, OpeningInput, SettingsInput } from '@domain/time/opening-change.ts';
import type { TimePage } from '@contracts/time-page.ts';

/** The rules as they are, ready to be edited. */
export function draftOf({ rules, labels }: TimePage): OpeningInput {
  const settings: SettingsInput = {
    leastNoticeMinutes: String(rules.leastNoticeMinutes),
    windowDays: String(rules.windowDays),
    moveWindowDays: String(rules.moveWindowDays),
    bufferMinutes: String(rules.bufferMinutes),
    crews: String(rules.crews),
    arrivalWindowMinutes: String(rules.arrivalWindowMinutes),
  };
  return {
    hours: rules.hours,
    exceptions: rules.exceptions.map((one) => ({ ...one, label: labels[one.day] ?? '' })),
    settings,
    servedPrefixes: rules.servedPrefixes,
  };
}

/** A draft with the number of crews as it is: the Crews screen changes it, never a draft from before. */
export const withCrewsOf = ({ rules }: TimePage, draft: OpeningInput): OpeningInput => ({
  ...draft,
  settings: { ...draft.settings, crews: String(rules.crews) },
});

const parts = ['hours', 'exceptions', 'settings', 'servedPrefixes'] as const;

/** The parts of a checked draft that differ from the saved one. */
export function changedParts(
  checked: OpeningChange,
  draft: OpeningInput,
  saved: OpeningInput,
): Partial<OpeningChange> {
  const changed = parts.filter((part) => !isSame(draft[part], saved[part]));
  return Object.fromEntries(changed.map((part) => [part, checked[part]]));
}

export const isSameDraft = (one: OpeningInput, other: OpeningInput): boolean =>
  parts.every((part) => isSame(one[part], other[part]));

const isSame = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other);

/** Whatever came from the database names its fields in another order than the screen. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
}
