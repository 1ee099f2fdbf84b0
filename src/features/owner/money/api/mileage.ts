import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { mileageLog, type MileageDay } from '@contracts/route.ts';
import { ownRpc } from '@/lib/rpc.ts';
import type { DayRange } from '../range.ts';

export const mileageKey = ['mileage-log'];

export const mileageQuery = ({ from, until }: DayRange) =>
  queryOptions({
    queryKey: [...mileageKey, from, until],
    queryFn: ({ signal }) => ownRpc(mileageLog, { from_day: from, until_day: until }, { signal }),
    placeholderData: keepPreviousData,
  });

/** Null returns to the estimate. */
export const correctMileage = ({ day, crew }: MileageDay, kilometres: number | null) =>
  ownRpc('correct_mileage', { day, crew, ...(kilometres !== null && { kilometres }) });
