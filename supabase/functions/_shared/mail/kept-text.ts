/** Whether the database can store a text: no NUL, and no half of a surrogate pair. */
export const canBeKept = (text: string): boolean => !text.includes('\0') && !/\p{Cs}/u.test(text);

/** Parses JSON. Throws SyntaxError, also for a name or text that the database cannot store. */
export const parseKeptJson = (json: string): unknown =>
  JSON.parse(json, (name, value: unknown) => {
    if (canBeKept(name) && (typeof value !== 'string' || canBeKept(value))) return value;
    throw new SyntaxError('No stored text with this ID');
  });
