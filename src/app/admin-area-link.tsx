import { NavLink, type NavLinkProps } from '@/components/layout/nav-link.tsx';
import { adminPaths } from '@/config/admin-paths.ts';
import { afterPaint } from '@/lib/after-paint.ts';

/** Parts of screens that are too large to come with the others. */
const largeParts: Record<string, () => Promise<unknown>> = {
  [adminPaths.bookings]: () => import('@/features/owner/calendar/components/calendar-board.tsx'),
  [adminPaths.money]: () => import('@/features/owner/money/components/revenue-chart.tsx'),
};

/** A link to an area. What is large there is fetched as soon as a pointer or the focus is on the link. */
export function AdminAreaLink(props: NavLinkProps) {
  // The screen loads it again and says so when it cannot.
  const fetchPart = () => void largeParts[props.to]?.().catch(() => undefined);
  return (
    <NavLink
      {...props}
      onPointerEnter={() => afterPaint(fetchPart)}
      onFocus={() => afterPaint(fetchPart)}
    />
  );
}
