/**
 * SQL text with its parameters. A fragment accepts only fragments, so text from a request cannot become part of a
 * statement by accident: it goes through `value` (a parameter) or, to name an output column, through `quoted`.
 */
export type Sql = { readonly parts: readonly (string | Parameter | Sql)[] };

type Parameter = { readonly value: string };

// Fragments are joined only at the end: copying them into one another took a tenth of a read.
export function sql(strings: TemplateStringsArray, ...inserts: readonly Sql[]): Sql {
  const parts: Sql['parts'][number][] = [];
  strings.forEach((text, index) => {
    const insert = inserts[index];
    if (text !== '') parts.push(text);
    if (insert) parts.push(insert);
  });
  return { parts };
}

export const value = (parameter: string | number): Sql => ({
  parts: [{ value: String(parameter) }],
});

/** An array as the text of a parameter. */
export const arrayText = (values: readonly string[]): string =>
  `{${values.map((one) => `"${one.replace(/["\\]/g, '\\$&')}"`).join()}}`;

export const nothing: Sql = { parts: [] };

/** A quoted identifier. A NUL would end the statement's text in the protocol. */
export function quoted(identifier: string): Sql {
  if (identifier.includes('\0')) throw new Error('An identifier cannot hold a NUL');
  return { parts: [`"${identifier.replaceAll('"', '""')}"`] };
}

/** Text printed by PostgreSQL's catalogue (a type's name) or written in this source. */
export const trusted = (text: string): Sql => ({ parts: [text] });

export function joined(list: readonly Sql[], separator: string): Sql {
  return { parts: list.flatMap((one, index) => (index === 0 ? [one] : [separator, one])) };
}

/** The statement for the driver: `$1`, `$2` … and the values in order. */
export function rendered(fragment: Sql): { text: string; values: string[] } {
  const values: string[] = [];
  const written = ({ parts }: Sql): string => {
    let text = '';
    for (const part of parts) {
      if (typeof part === 'string') text += part;
      else if ('parts' in part) text += written(part);
      else text += `$${values.push(part.value)}`;
    }
    return text;
  };
  return { text: written(fragment), values };
}
