import { paths } from '@/config/paths.ts';
import { currentSession } from '@/lib/session.ts';
import { Screens } from './late-screens.ts';
import { resumeSession } from './resume-session.ts';

/** Loads the files of the owner's screens, the session and the data at once, where each would lead to the next. */
export function loadOwnersScreens() {
  if (!location.pathname.startsWith(paths.admin)) return;
  if (currentSession().status === 'guest') return;
  resumeSession();
  // What fails is loaded again where it is shown.
  void load().catch(() => undefined);
}

async function load() {
  const [{ Admin, queryClient }, { prefetch }] = await Promise.all([
    import('./screens.tsx'),
    import('./routes/admin.tsx'),
    Screens.prefetch(),
  ]);
  await Promise.all([Admin.prefetch(), prefetch(queryClient, location)]);
}
