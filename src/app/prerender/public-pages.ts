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
  [paths.gallery]: { topics: ['gallery'], files: ['visitors'] },
  [paths.reviews]: { topics: ['reviews'], files: ['visitors'] },
  [paths.contact]: { topics: [], files: ['visitors'] },
  [paths.privacy]: { topics: [], files: ['visitors'] },
  [paths.terms]: { topics: [], files: ['visitors'] },
  [paths.cancellation]: { topics: [], files: ['visitors'] },
  [paths.login]: { topics: [], files: ['sign-in'], isPlain: true },
};
