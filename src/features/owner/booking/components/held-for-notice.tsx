import { Notice } from '@/components/ui/notice.tsx';
import { formatDayAndTime } from '@/lib/days.ts';
import type { HeldFor } from '@/entities/waiting-list/held-for.ts';
import { formatMoment } from '@/lib/moments.ts';

/** Above the form, where a time is held for whom it is booked. */
export function HeldForNotice({ heldFor: { date, time, name, heldUntil } }: { heldFor: HeldFor }) {
  return (
    <Notice title={`${formatDayAndTime({ date, time })} is held for ${name}.`}>
      <p>
        It is held until {formatMoment(heldUntil)}; with this booking it is theirs, and they wait no
        more.
      </p>
    </Notice>
  );
}
