/** Whether the database can keep a text: no NUL, and no half of a character. */
export const canBeKept = (text: string): boolean => !text.includes('\0') && !/\p{Cs}/u.test(text);

/** What a JSON text says. Throws SyntaxError, also for one with a name or a text that no database keeps. */
export const parseKeptJson = (json: string): unknown =>
  JSON.parse(json, (name, value: unknown) => {
    if (canBeKept(name) && (typeof value !== 'string' || canBeKept(value))) return value;
    throw new SyntaxError('No database keeps this text');
  });
