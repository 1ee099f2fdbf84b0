import type { LiveTopic } from '@domain/live-topics.ts';
import { paths } from '@/config/paths.ts';
import type { PublicPath } from '../screen-list.ts';

type PublicPage = {
  /** What it shows follows from these. */
  topics: readonly LiveTopic[];
  /** Files of the built app (build/chunks.ts) that follow the shell, and are wanted at once. */
  files: readonly string[];
  /** Whether it looks different when opened from an email's link or from another screen. */
  isPlain?: boolean;
};

/** The pages that are prerendered. Home shows the average of the reviews to search engines. */
export const publicPages: Record<PublicPath, PublicPage> = {
  [paths.home]: { topics: ['reviews'], files: [] },
  [paths.gallery]: { topics: ['gallery'], files: ['pages-and-texts'] },
  [paths.reviews]: { topics: ['reviews'], files: ['pages-and-texts'] },
  [paths.contact]: { topics: [], files: ['pages-and-texts'] },
  [paths.privacy]: { topics: [], files: ['pages-and-texts'] },
  [paths.terms]: { topics: [], files: ['pages-and-texts'] },
  [paths.cancellation]: { topics: [], files: ['pages-and-texts'] },
  [paths.login]: { topics: [], files: ['sign-in'], isPlain: true },
};
