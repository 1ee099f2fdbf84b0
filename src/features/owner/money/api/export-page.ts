import { ownRest } from '@/lib/own-rest.ts';
import type { DayRange } from '../range.ts';
import type { Json } from '../../../../../supabase/database-types.ts';

/** A page of what the accountant gets; `total` is told with the first. */
export type ExportPage<Row> = { rows: Row[]; next: Json; total: number | null };

/** In cents; what went back is negative. */
export type MoveRow = {
  id: string;
  /** An instant. */
  at: string;
  kind: 'payment' | 'refund';
  booking_id: string;
  payment_id: string;
  service_name: string;
  customer_name: string;
  method: string;
  status: string;
  amount_cents: number;
  tax_cents: number;
  tip_cents: number;
  stripe_id: string | null;
};

export type BookingRow = {
  id: string;
  booking_date: string;
  booking_time: string;
  service_name: string;
  vehicle_type: string;
  customer_name: string;
  customer_email: string | null;
  status: string;
  source: string;
  payment_option: string;
  price_cents: number;
  discount_cents: number;
  coupon_code: string | null;
  tax_cents: number;
  tax_label: string;
  tip_cents: number;
  total_cents: number;
  created_at: string;
  cancelled_at: string | null;
  paid_cents: number;
  refunded_cents: number;
  due_cents: number;
};

export type ExportRows = { payments: MoveRow; bookings: BookingRow };

export async function getExportPage<Kind extends keyof ExportRows>(
  kind: Kind,
  { from, until }: DayRange,
  { after, signal }: { after: Json; signal: AbortSignal },
): Promise<ExportPage<ExportRows[Kind]>> {
  const answer: { data: unknown } = await (
    await ownRest()
  )
    .rpc(`export_${kind}`, {
      from_day: from,
      until_day: until,
      batch: 1000,
      ...(after !== null && { after }),
    })
    .abortSignal(signal)
    .throwOnError();
  return answer.data as ExportPage<ExportRows[Kind]>;
}
