import { CopyButton } from '@/components/copy-button.tsx';
import { buttonStyle } from '@/components/ui/button-style.ts';
import { Notice } from '@/components/ui/notice.tsx';
import { backendUrl } from '@/lib/backend-url.ts';

/** The only time the address is shown: from now on only its hash is kept. */
export function FreshAddress({ label, token }: { label: string; token: string }) {
  const address = feedAddress(token);
  return (
    <Notice tone="success" role="status" className="mt-6" title={`Address for “${label}”`}>
      <p>This address is shown only once. Open it on your device, or copy it there.</p>
      <p className="mt-4 border border-hairline bg-ivory p-3 text-sm break-all">
        <code>{address}</code>
      </p>
      <div className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-2">
        <a href={subscribeAddress(token)} className={buttonStyle('primary')}>
          Open in calendar
        </a>
        <CopyButton text={address} label="the address" />
      </div>
      <p className="mt-4 text-sm text-ink-soft">
        In Google Calendar, choose “Other calendars”, then “From URL”. Some calendars update within
        minutes, others once a day.
      </p>
    </Notice>
  );
}

/** Where a calendar reads, by the secret of the address. */
const feedAddress = (token: string): string =>
  `${backendUrl('/functions/v1/calendar-feed')}?${new URLSearchParams({ token }).toString()}`;

/** The same, as calendar programs are asked to subscribe. */
const subscribeAddress = (token: string): string =>
  feedAddress(token).replace(/^https?:/, 'webcal:');
