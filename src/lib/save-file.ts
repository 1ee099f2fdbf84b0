import { localToday } from '@domain/time/local-day.ts';
import { clockNow } from './clock.ts';

/** Hands a text to the browser as a file to keep. */
export function saveFile(name: string, type: string, text: string) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

/** The same for data, as `<name>-<today>.json`. */
export function saveData(name: string, data: unknown) {
  const file = `${name}-${localToday(clockNow())}.json`;
  saveFile(file, 'application/json', JSON.stringify(data, null, 2));
}
