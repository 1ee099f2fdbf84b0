import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { moneyReport, storedReceipt, visitReport } from '@contracts/money.ts';
import { ownRpc } from '@/lib/rpc.ts';
import type { DayRange } from '../range.ts';

/** The whole screen in one request. The days of the range before stay until those of the next are there. */
export const reportQuery = ({ from, until }: DayRange) =>
  queryOptions({
    queryKey: ['money-report', from, until],
    queryFn: ({ signal }) => ownRpc(moneyReport, { from_day: from, until_day: until }, { signal }),
    placeholderData: keepPreviousData,
  });

export const visitReportQuery = ({ from, until }: DayRange) =>
  queryOptions({
    queryKey: ['visit-report', from, until],
    queryFn: ({ signal }) => ownRpc(visitReport, { from_day: from, until_day: until }, { signal }),
    placeholderData: keepPreviousData,
  });

export const receiptQuery = (bookingId: string) =>
  queryOptions({
    queryKey: ['booking-receipt', bookingId],
    queryFn: ({ signal }) => ownRpc(storedReceipt, { target_booking_id: bookingId }, { signal }),
    // It is handed to people: never as it was half a minute ago.
    staleTime: 0,
  });
