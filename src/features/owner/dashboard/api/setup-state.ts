import { useQuery } from '@tanstack/react-query';
import { foundBookings } from '@contracts/calendar.ts';
import type { Dashboard } from '@contracts/dashboard.ts';
import { ownRpc } from '@/lib/rpc.ts';
import { useSession } from '@/lib/session.ts';
import { levelOf } from '@/lib/sign-in-times.ts';
import { hasVisits } from '../setup-list.ts';

/** Asks for any booking only where the day and the week show none. */
export function useHasBooking(day: Dashboard): boolean | null {
  const isShown = hasVisits(day);
  const { data } = useQuery({
    queryKey: ['owner-dashboard', 'any-booking'],
    queryFn: ({ signal }) => ownRpc(foundBookings, { search: '' }, { signal }),
    enabled: !isShown,
  });
  return isShown || (data ? data.bookings.length > 0 : null);
}

/** An administrator with a second factor has proved it in this session, which its token says. */
export function useHasSecondFactor(): boolean | null {
  const session = useSession();
  const { data } = useQuery({
    queryKey: ['second-factor-proved', session.status],
    queryFn: async () =>
      session.status === 'signed-in'
        ? (levelOf((await session.accessToken()) ?? '') ?? null)
        : null,
    staleTime: 0,
  });
  return data == null ? null : data === 'aal2';
}
