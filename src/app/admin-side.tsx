import { AdminAreaGroups, type AdminNavProps } from './admin-area-list.tsx';
import { AdminHome } from './admin-top.tsx';

type AdminSideProps = AdminNavProps & { onShortcuts: () => void };

/** The areas beside the page, in groups. They stay while the page scrolls. */
export function AdminSide({ needs, onShortcuts }: AdminSideProps) {
  return (
    <nav aria-label="Administration" className="on-lacquer admin-side">
      <AdminHome />
      <AdminAreaGroups needs={needs} />
      <button type="button" className="admin-side-foot" onClick={onShortcuts}>
        Keyboard shortcuts
        <kbd className="key" aria-hidden="true">
          ?
        </kbd>
      </button>
    </nav>
  );
}
