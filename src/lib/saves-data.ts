/** Whether the visitor asked for less traffic: then nothing is loaded ahead. */
export const savesData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
