type MoreField = { label: string; maxLength: number };

/**
 * Optional texts of a booking, by their column of `bookings`; empty when not given. Both booking forms, the stored
 * row, the screens and the emails read this list (CONTRIBUTING, "Add a booking field").
 */
const moreFields = {} as const satisfies Readonly<Record<string, MoreField>>;

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

export const nothingMore = eachMore(() => '');

/** The optional fields of a larger record. */
export const moreOf = (record: typeof nothingMore) => eachMore((name) => record[name]);

/** The optional texts with their labels, in the order of the fields; `more` has the texts by column. */
export function moreFacts(
  more: Readonly<Record<string, string>>,
  fields: Readonly<Record<string, MoreField>> = moreFields,
): { label: string; text: string }[] {
  return Object.entries(fields).flatMap(([name, { label }]) => {
    const text = more[name];
    return text ? [{ label, text }] : [];
  });
}
