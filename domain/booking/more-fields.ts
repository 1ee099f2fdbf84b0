import {
  bad,
  checkOptionalLine,
  checkOptionalText,
  good,
  type FieldResult,
} from '../contact/field-checks.ts';

type MoreField = {
  label: string;
  maxLength: number;
  /** One line, a text of several lines, or yes and no. */
  kind: 'line' | 'text' | 'choice';
  hint?: string;
};

export const moreChoices = ['Yes', 'No'] as const;

/**
 * Optional texts of a booking, by their column of `bookings`; empty when not given. Both booking forms, the stored
 * row, the screens and the emails read this list (CONTRIBUTING, "Add a booking field").
 */
const moreFields = {
  gate_access: {
    label: 'Gate code or access',
    maxLength: 200,
    kind: 'line',
    hint: 'For example a gate code, the unit, or where to park.',
  },
  has_water: { label: 'Water tap on site', maxLength: 3, kind: 'choice' },
  has_power: { label: 'Power outlet on site', maxLength: 3, kind: 'choice' },
  customer_notes: {
    label: 'Notes',
    maxLength: 1000,
    kind: 'text',
    hint: 'For example pet hair, stains or scratches.',
  },
} as const satisfies Readonly<Record<string, MoreField>>;

type MoreName = keyof typeof moreFields;

const each = <Name extends string, Value>(
  fields: Readonly<Record<Name, MoreField>>,
  valueOf: (name: Name, field: MoreField) => Value,
) =>
  Object.fromEntries(
    Object.entries<MoreField>(fields).map(([name, field]) => [name, valueOf(name as Name, field)]),
  ) as Record<Name, Value>;

/** A record with one entry for each optional field. */
export const eachMore = <Value>(valueOf: (name: MoreName, field: MoreField) => Value) =>
  each(moreFields, valueOf);

/** Each optional text as it is stored, or why it isn't. */
export const checkMore = (typed: Readonly<Record<MoreName, string>>) =>
  eachMore((name, { label, maxLength, kind }) => {
    if (kind === 'line') return checkOptionalLine(typed[name], label, maxLength);
    if (kind === 'text') return checkOptionalText(typed[name], maxLength);
    return checkChoice(typed[name]);
  });

function checkChoice(text: string): FieldResult<string> {
  const value = text.trim();
  return value === '' || moreChoices.some((choice) => choice === value)
    ? good(value)
    : bad('Please choose yes or no, or leave it open.');
}

/** What was typed, as a record of texts by column. */
export type MoreInput = Record<MoreName, string>;

export const nothingMore: MoreInput = eachMore(() => '');

/** The optional fields of a larger record. */
export const moreOf = (record: typeof nothingMore) => eachMore((name) => record[name]);

/** What a booking says is missing on site, as in "a water tap". Then the customer calls first. */
export const missingOnSite = (more: Partial<MoreInput>): string[] => [
  ...(more.has_water === 'No' ? ['a water tap'] : []),
  ...(more.has_power === 'No' ? ['a power outlet'] : []),
];

/** The optional texts with their labels, in the order of the fields; `more` has the texts by column. */
export function moreFacts(
  more: Readonly<Record<string, string>>,
  fields: Readonly<Record<string, Pick<MoreField, 'label'>>> = moreFields,
): { label: string; text: string }[] {
  return Object.entries(fields).flatMap(([name, { label }]) => {
    const text = more[name];
    return text ? [{ label, text }] : [];
  });
}
