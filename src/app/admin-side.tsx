import { AdminAreaList, type AdminNavProps } from './admin-area-list.tsx';
import { AdminHome } from './admin-top.tsx';

type AdminSideProps = AdminNavProps & { onShortcuts: () => void };

/** Every area beside the page, in groups. It stays while the page scrolls. */
export function AdminSide({ needs, onShortcuts }: AdminSideProps) {
  return (
    <nav aria-label="Administration" className="on-lacquer admin-side">
      <AdminHome />
      <AdminAreaList needs={needs} />
      <button type="button" className="admin-side-foot" onClick={onShortcuts}>
        Keyboard shortcuts
        <kbd className="key" aria-hidden="true">
          ?
        </kbd>
      </button>
    </nav>
  );
}
