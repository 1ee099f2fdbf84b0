import { emptyDetails, type DetailsInput } from '@domain/booking/details.ts';

/** The details in what `readDraft` read; empty where nothing was typed. */
export function typedDetails(draft: unknown): DetailsInput {
  const details = { ...emptyDetails };
  const typed = isRecord(draft) ? draft['details'] : null;
  if (!isRecord(typed)) return details;
  for (const name of Object.keys(details) as (keyof DetailsInput)[]) {
    const value = typed[name];
    if (typeof value === 'string') details[name] = value;
  }
  return details;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
