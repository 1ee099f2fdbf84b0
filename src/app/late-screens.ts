import { prefetchedScreen } from '@/lib/late.ts';

/** Home is what most visits begin with, so it comes with the shell; even the list of the others comes later. */
export const Screens = prefetchedScreen(() => import('./screens.tsx'));
