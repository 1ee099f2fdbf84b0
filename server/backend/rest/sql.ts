/**
 * SQL text with its parameters. Only fragments can be put into a fragment, so text that came with a
 * request cannot end up in a statement by accident: it goes in through `value` (a parameter) or,
 * where it names an output column, through `quoted`.
 */
export type Sql = { readonly parts: readonly (string | Parameter | Sql)[] };

type Parameter = { readonly value: string };

// Fragments stay what they are until the whole is written: copied into one another, they took a tenth of a read.
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

/** A parameter that is an array. */
export const list = (values: readonly string[]): Sql =>
  value(`{${values.map((one) => `"${one.replace(/["\\]/g, '\\$&')}"`).join()}}`);

export const nothing: Sql = { parts: [] };

/** A quoted identifier. A NUL would end the statement's text on the wire. */
export function quoted(identifier: string): Sql {
  if (identifier.includes('\0')) throw new Error('An identifier cannot hold a NUL');
  return { parts: [`"${identifier.replaceAll('"', '""')}"`] };
}

/** Text that PostgreSQL's catalogue printed (a type's name) or that is written in this source. */
export const trusted = (text: string): Sql => ({ parts: [text] });

export function joined(list: readonly Sql[], separator: string): Sql {
  return { parts: list.flatMap((one, index) => (index === 0 ? [one] : [separator, one])) };
}

/** The statement as the driver takes it: `$1`, `$2` … and the values in order. */
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
