import { paths } from '@/config/paths.ts';
import { Screens } from './late-screens.ts';
import { resumeSession } from './resume-session.ts';

/** Loads the files of the owner's screens and the session at once, where each would lead to the next. */
export function loadOwnersScreens() {
  if (!location.pathname.startsWith(paths.admin)) return;
  resumeSession();
  // What fails is loaded again where it is shown.
  void load().catch(() => undefined);
}

async function load() {
  const [{ Admin }] = await Promise.all([
    import('./screens.tsx'),
    import('./routes/admin.tsx'),
    Screens.prefetch(),
  ]);
  await Admin.prefetch();
}
