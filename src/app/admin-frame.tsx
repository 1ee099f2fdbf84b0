import { useEffect, useState, type ReactNode } from 'react';
import { adminPaths } from '@/config/admin-paths.ts';
import { noteOpened } from '@/features/owner/dashboard/setup-list.ts';
import { useNeeds } from '@/features/owner/dashboard/use-dashboard.ts';
import { matchPath } from '@/lib/match-path.ts';
import { useLocation } from '@/lib/location.tsx';
import { useMedia } from '@/lib/use-media.ts';
import './admin.css';
import './admin-utilities.css';
import { SearchDialog } from '@/features/owner/search/components/search-dialog.tsx';
import { areas } from './admin-areas.ts';
import { settings } from './admin-settings.ts';
import { AdminShortcuts } from './admin-shortcuts.tsx';
import { useAdminKeys } from './admin-use-keys.ts';
import { AdminBar } from './admin-bar.tsx';
import { AdminSide } from './admin-side.tsx';
import { AdminTop } from './admin-top.tsx';
import { ConfirmItIsYou } from '@/components/confirm-it-is-you.tsx';
import { UnsentStatus } from '@/entities/on-device/unsent-status.tsx';
import { ErrorBoundary } from './error-boundary.tsx';

/** The shell of the administration around its screens. An error in a screen leaves the way out of it standing. */
export function AdminFrame({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const needs = useNeeds(matchPath(adminPaths.dashboard, pathname) !== null);
  const isWide = useMedia('(width >= 64rem)');
  const [shown, setShown] = useState<'search' | 'shortcuts' | null>(null);
  const close = () => setShown(null);
  useAdminKeys(setShown);
  useEffect(() => noteOpened(pathname), [pathname]);
  return (
    <>
      {isWide && <AdminSide needs={needs} onShortcuts={() => setShown('shortcuts')} />}
      <div className="admin-column">
        <AdminTop isWide={isWide} onSearch={() => setShown('search')} />
        <UnsentStatus to={adminPaths.unsent} />
        <main id="content" tabIndex={-1} className="admin-main focus-quiet">
          <ErrorBoundary key={pathname}>{children}</ErrorBoundary>
        </main>
      </div>
      {!isWide && <AdminBar needs={needs} />}
      <SearchDialog
        places={areas}
        settings={settings}
        isOpen={shown === 'search'}
        onClose={close}
      />
      <ConfirmItIsYou />
      <AdminShortcuts isOpen={shown === 'shortcuts'} onClose={close} />
    </>
  );
}
