import { prefetchedScreen } from '@/lib/late.ts';

/** The calendar is large, and the list does without it. */
export const CalendarBoard = prefetchedScreen(() => import('./calendar-board.tsx'));
