import { Link } from 'wouter';
import { useLocation } from '@/lib/location.tsx';
import { adminInquiryPath } from '@/config/admin-paths.ts';
import type { ListedInquiry } from '@contracts/inquiries.ts';
import { formatInstant } from '@/lib/moments.ts';

/** Who wrote, about what, when, and the first words. */
export function InquiryRow({ inquiry }: { inquiry: ListedInquiry }) {
  const { search } = useLocation();
  return (
    <Link to={adminInquiryPath(inquiry.id)} state={{ search }} className="row-link block px-1 py-4">
      <span className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="min-w-0 font-semibold wrap-anywhere">{inquiry.subject}</span>
        <span className="text-sm text-ink-soft">{formatInstant(inquiry.created_at)}</span>
      </span>
      <span className="block text-sm">
        {inquiry.name}
        {inquiry.booking_id && <span className="text-ink-soft"> · about a booking</span>}
      </span>
      <span className="mt-1 line-clamp-2 text-ink-soft">{inquiry.beginning}</span>
    </Link>
  );
}
