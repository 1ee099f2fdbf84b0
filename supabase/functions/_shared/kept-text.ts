/** Whether the database can keep a text: no NUL, and no half of a character. */
export const canBeKept = (text: string): boolean => !text.includes('\0') && !/\p{Cs}/u.test(text);
