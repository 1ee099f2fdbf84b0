import type { FieldResult } from '../contact/field-checks.ts';

/** Sentences by field path. */
export type Problems = Record<string, string>;

export const withPath = (path: string, problems: Problems): Problems =>
  Object.fromEntries(Object.entries(problems).map(([field, text]) => [`${path}.${field}`, text]));

/** The sentences of failed checks. */
export function failures(checks: Record<string, FieldResult<unknown>>): Problems {
  const problems: Problems = {};
  for (const [field, check] of Object.entries(checks)) {
    if (!check.ok) problems[field] = check.sentence;
  }
  return problems;
}

/** A problem for each entry whose field another entry has too, upper and lower case alike. */
export function repeated<Field extends string>(
  list: string,
  all: readonly Record<Field, string>[],
  field: Field,
  sentence: string,
): Problems {
  const texts = all.map((one) => one[field].trim().toLowerCase());
  const problems: Problems = {};
  texts.forEach((text, index) => {
    if (texts.indexOf(text) === texts.lastIndexOf(text)) return;
    problems[`${list}.${index}.${field === 'id' ? 'name' : field}`] = sentence;
  });
  return problems;
}
