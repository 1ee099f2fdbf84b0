import { useMemo } from 'react';
import { useSearchParams } from 'wouter';
import { localToday } from '@domain/time/local-day.ts';
import type { Stretch } from '@domain/money/money-report.ts';
import { useNow } from '@/lib/use-now.ts';
import { readRange, type DayRange, type Preset } from './range.ts';

/** The days that are looked at; they stand in the address, so that they can be kept and sent on. */
export function useRange() {
  const [address, setAddress] = useSearchParams();
  const today = localToday(useNow());
  const range = useMemo(() => readRange(address, today), [address, today]);
  const change = (changes: Record<string, string>, dropped: readonly string[] = []) => {
    const after = new URLSearchParams(address);
    for (const name of dropped) after.delete(name);
    for (const [name, value] of Object.entries(changes)) after.set(name, value);
    setAddress(after);
  };
  return {
    range,
    choosePreset: (preset: Preset) => change({ range: preset }, ['from', 'until', 'by']),
    chooseDays: ({ from, until }: DayRange) => change({ from, until }, ['range', 'by']),
    chooseStretch: (stretch: Stretch) => change({ by: stretch }),
  };
}
