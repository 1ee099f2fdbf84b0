import { invalidRange } from './errors.ts';

/** `0-9/25`, with `*` for no rows and for an unknown total. */
export function contentRange(offset: number, rows: number, total: number | null): string {
  const range = rows === 0 ? '*' : `${offset}-${offset + rows - 1}`;
  return `${range}/${total ?? '*'}`;
}

/** 206 for a part of a known total; an offset beyond the end is an error. */
export function rangeStatus(offset: number, rows: number, total: number | null): number {
  if (total === null) return 200;
  if (offset > total) {
    const details = `An offset of ${offset} was requested, but there are only ${total} rows.`;
    throw invalidRange(details, { 'content-range': contentRange(offset, 0, total) });
  }
  return rows < total ? 206 : 200;
}
