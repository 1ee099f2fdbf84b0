import { useMedia } from '@/lib/use-media.ts';
import { AdminBar } from './admin-bar.tsx';
import { AdminSideNav } from './admin-side-nav.tsx';
import './admin.css';

export type AdminNavProps = {
  /** Whether there is a screen at that address. */
  isThere: (address: string) => boolean;
};

/** From one area of the administrators to the next: beside the page, or under the thumb on a phone. */
export function AdminNav(props: AdminNavProps) {
  const isWide = useMedia('(width >= 64rem)');
  return isWide ? <AdminSideNav {...props} /> : <AdminBar {...props} />;
}
