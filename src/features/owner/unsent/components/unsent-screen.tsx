import { Page } from '@/components/ui/page.tsx';
import { adminBookingPath } from '@/config/admin-paths.ts';
import { UnsentList } from '@/entities/on-device/unsent-list.tsx';
import { useUnsent } from '@/lib/on-device/use-unsent.ts';
import { useServerAway } from '@/lib/connection.ts';

/** What this device has yet to send, and what needs a decision. */
export default function UnsentScreen() {
  const operations = useUnsent();
  const isAway = useServerAway();
  return (
    <Page
      heading="To send"
      lead={
        isAway
          ? 'You’re offline. These are sent when you’re back online.'
          : operations.some(({ refused }) => refused)
            ? 'The visit changed before this device could send these. Decide what to do.'
            : 'This device sends these by itself.'
      }
    >
      {operations.length === 0 ? (
        <p className="text-ink-soft">Everything is sent.</p>
      ) : (
        <UnsentList operations={operations} pathOf={adminBookingPath} />
      )}
    </Page>
  );
}
