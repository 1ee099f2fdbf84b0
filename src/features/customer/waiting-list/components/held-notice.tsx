import { Link } from 'wouter';
import { Notice } from '@/components/ui/notice.tsx';
import { offerPaths } from '@/config/offer-paths.ts';
import { formatClock } from '@/lib/moments.ts';
import type { WaitingOffer } from '@contracts/waiting-list.ts';
import { toldDayAndTime } from '@/lib/told-times.ts';

/** Above the booking flow while a time is held for this customer. */
export function HeldNotice({ token, offer }: { token: string; offer: WaitingOffer }) {
  return (
    <Notice
      tone="success"
      className="mb-10 max-w-3xl"
      title={`${toldDayAndTime(offer)} is held for you until ${formatClock(offer.expires_at)}`}
    >
      <p>
        Fill in your details and continue to payment before then. Don’t need it?{' '}
        <Link
          className="font-semibold underline underline-offset-4"
          to={`${offerPaths.waitingList}?${new URLSearchParams({ token }).toString()}`}
        >
          Pass on this time
        </Link>
      </p>
    </Notice>
  );
}
