import { formatPhone } from '@/lib/format-phone.ts';
import { textLink } from '@/lib/text-link.ts';

/** The ways to call and to text a customer, and the email address or that there is none. */
export function ReachLine({ phone, email }: { phone: string; email: string | null }) {
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-6">
      <a href={`tel:${phone}`} className="text-link">
        Call {formatPhone(phone)}
      </a>
      <a href={textLink(phone)} className="text-link min-w-11">
        Text
      </a>
      <span className="min-w-0 text-sm break-all text-ink-soft">{email ?? 'No email address'}</span>
    </p>
  );
}
