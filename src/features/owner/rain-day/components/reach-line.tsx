import { formatPhone } from '@/lib/format-phone.ts';
/** A call is one thumb away; who has no address is told so. */
export function ReachLine({ phone, email }: { phone: string; email: string | null }) {
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-6">
      <a href={`tel:${phone}`} className="text-link">
        Call {formatPhone(phone)}
      </a>
      <span className="min-w-0 text-sm break-all text-ink-soft">{email ?? 'No email address'}</span>
    </p>
  );
}
