import { useSearchParams } from 'react-router';
import { localToday } from '@domain/time/schedule.ts';
import type { LocalDate } from '@domain/time/wall-time.ts';
import { useMedia } from '@/lib/use-media.ts';
import { useNow } from '@/lib/use-now.ts';
import { readPlace, type View } from './address-state.ts';

/** Which view of which day is shown. It stands in the address, so back and forward go through it. */
export function usePlace() {
  const [query, setQuery] = useSearchParams();
  const today = localToday(useNow());
  const isWide = useMedia('(width >= 48rem)');
  const place = readPlace(query, { view: isWide ? 'week' : 'day', day: today });
  const go = (to: Partial<{ view: View; day: LocalDate }>) => {
    const { view, day } = { ...place, ...to };
    setQuery(view === 'list' ? { view } : { view, day });
  };
  return { ...place, today, go };
}
