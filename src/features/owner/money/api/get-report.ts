import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { DayFigures, Figures } from '@domain/money/money-report.ts';
import { ownRest } from '@/lib/own-rest.ts';
import type { DayRange } from '../range.ts';

/** As things stand now, in cents. */
export type Outstanding = {
  held_cents: number;
  held_bookings: number;
  due_cents: number;
  due_bookings: number;
  open_cents: number;
  open_bookings: number;
};

export type MoneyReport = {
  days: DayFigures[];
  services: (Figures & { service_name: string })[];
  methods: (Figures & { method: string })[];
  outstanding: Outstanding;
};

/** The whole screen in one request. The days of the range before stay until those of the next are there. */
export const reportQuery = (range: DayRange) =>
  queryOptions({
    queryKey: ['money-report', range.from, range.until],
    queryFn: ({ signal }) => getReport(range, signal),
    placeholderData: keepPreviousData,
  });

async function getReport({ from, until }: DayRange, signal: AbortSignal): Promise<MoneyReport> {
  const answer: { data: unknown } = await (
    await ownRest()
  )
    .rpc('money_report', { from_day: from, until_day: until })
    .abortSignal(signal)
    .retry(false)
    .throwOnError();
  return answer.data as MoneyReport;
}
