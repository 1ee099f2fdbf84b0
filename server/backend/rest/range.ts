import { invalidRange } from './errors.ts';
import type { ReadNode } from './parse-query.ts';

/** Narrows the rows that a GET asks for by its `Range: 0-9`; anything else in that header is ignored. */
export function narrowByHeader(node: ReadNode, { method, headers }: Request) {
  const header = method === 'GET' ? headers.get('range') : null;
  const found = /^(?:items=)?(\d{1,15})-(\d{1,15})?$/.exec(header?.trim() ?? '');
  if (!found) return;
  const from = Number(found[1]);
  const to = found[2] === undefined ? null : Number(found[2]);
  if (to !== null && to < from) {
    throw invalidRange(
      'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    );
  }
  const end = smallest(
    node.limit === null ? null : node.offset + node.limit,
    to === null ? null : to + 1,
  );
  node.offset = Math.max(node.offset, from);
  node.limit = end === null ? null : Math.max(0, end - node.offset);
}

const smallest = (one: number | null, other: number | null) =>
  one === null ? other : other === null ? one : Math.min(one, other);

/** `0-9/25`, with `*` for no rows and for a total that was not asked for. */
export function contentRange(offset: number, rows: number, total: number | null): string {
  const range = rows === 0 ? '*' : `${offset}-${offset + rows - 1}`;
  return `${range}/${total ?? '*'}`;
}

/** 206 for a part of a known total; an offset behind the end cannot be answered. */
export function rangeStatus(offset: number, rows: number, total: number | null): number {
  if (total === null) return 200;
  if (offset > total) {
    const details = `An offset of ${offset} was requested, but there are only ${total} rows.`;
    throw invalidRange(details, { 'content-range': contentRange(offset, 0, total) });
  }
  return rows < total ? 206 : 200;
}
