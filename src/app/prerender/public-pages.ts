import type { LiveTopic } from '@domain/live-topics.ts';
import { paths } from '@/config/paths.ts';
import type { PublicPath } from '../screen-list.ts';

type PublicPage = {
  /** What it shows follows from these. */
  topics: readonly LiveTopic[];
  /** Sources that are loaded after the shell, and are wanted at once. */
  sources: readonly string[];
  /** Whether it looks different when opened from an email's link or from another screen. */
  isPlain?: boolean;
};

const screens = 'src/app/screens.tsx';

/** The pages that are prerendered. Home shows the average of the reviews to search engines. */
export const publicPages: Record<PublicPath, PublicPage> = {
  [paths.home]: {
    topics: ['reviews'],
    sources: ['src/features/customer/home/components/story.tsx'],
  },
  [paths.gallery]: { topics: ['gallery'], sources: [screens, 'src/app/routes/gallery.tsx'] },
  [paths.reviews]: { topics: ['reviews'], sources: [screens, 'src/app/routes/reviews.tsx'] },
  [paths.contact]: { topics: [], sources: [screens, 'src/app/routes/contact.tsx'] },
  [paths.login]: { topics: [], sources: [screens, 'src/app/routes/login.tsx'], isPlain: true },
};
