import { formatPhone } from '@/lib/format-phone.ts';
import { textLink } from '@/lib/text-link.ts';

/** A call and a text are one thumb away; who has no address is told so. */
export function ReachLine({ phone, email }: { phone: string; email: string | null }) {
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-6">
      <a href={`tel:${phone}`} className="text-link">
        Call {formatPhone(phone)}
      </a>
      <a href={textLink(phone)} className="text-link">
        Text
      </a>
      <span className="min-w-0 text-sm break-all text-ink-soft">{email ?? 'No email address'}</span>
    </p>
  );
}
