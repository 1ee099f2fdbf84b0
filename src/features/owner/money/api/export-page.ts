import {
  exportedBookings,
  exportedPayments,
  type ExportPlace,
  type ExportRows,
} from '@contracts/money.ts';
import { withFreshProof } from '@/lib/fresh-proof.ts';
import { ownRpc } from '@/lib/rpc.ts';
import type { DayRange } from '../range.ts';

export type ExportPage<Row> = { rows: Row[]; next: ExportPlace; total: number | null };

type ReadPage<Row> = (
  range: DayRange,
  from: { after: ExportPlace; signal: AbortSignal },
) => Promise<ExportPage<Row>>;

const argumentsOf = ({ from, until }: DayRange, after: ExportPlace) => ({
  from_day: from,
  until_day: until,
  batch: 1000,
  after,
});

/** A page of what the accountant gets, from where the page before ended; `total` is told with the first. */
export const getExportPage: { [Kind in keyof ExportRows]: ReadPage<ExportRows[Kind]> } = {
  payments: (range, { after, signal }) =>
    withFreshProof(() => ownRpc(exportedPayments, argumentsOf(range, after), { signal })),
  bookings: (range, { after, signal }) =>
    withFreshProof(() => ownRpc(exportedBookings, argumentsOf(range, after), { signal })),
};
