import type { Inquiry } from '@contracts/inquiries.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from 'wouter';
import { useLocation } from '@/lib/location.tsx';
import { NotLoaded } from '@/components/not-loaded.tsx';
import { Page } from '@/components/ui/page.tsx';
import { adminPaths } from '@/config/admin-paths.ts';
import { useLive } from '@/lib/live.ts';
import { inquiryQuery, inquiriesKey } from '../api/inquiry.ts';
import { formatInstant } from '@/lib/moments.ts';
import { AboutBooking } from './about-booking.tsx';
import { Answers } from './answers.tsx';
import { InquiryActions } from './inquiry-actions.tsx';
import { InquiryHistory } from './inquiry-history.tsx';

/** One inquiry: its text, the booking it is about, and what became of it. */
export default function InquiryScreen() {
  const id = useParams()['inquiryId'] ?? '';
  const client = useQueryClient();
  useLive(['inquiries'], () => void client.invalidateQueries({ queryKey: inquiriesKey }));
  const query = useQuery(inquiryQuery(id));
  const { data } = query;
  if (data) return <OneInquiry inquiry={data} />;
  return (
    <Page title="Inquiry" heading={data === null ? 'Inquiry not found' : 'Inquiry'}>
      {data === null ? (
        <p>
          <BackToAll />
        </p>
      ) : (
        <NotLoaded
          query={query}
          loading="Loading the inquiry"
          failed="Could not load this inquiry."
        />
      )}
    </Page>
  );
}

function OneInquiry({ inquiry }: { inquiry: Inquiry }) {
  return (
    <Page
      title={inquiry.subject}
      heading={inquiry.subject}
      width="narrow"
      lead={`${inquiry.name} wrote on ${formatInstant(inquiry.created_at)}.`}
    >
      <p className="border-l-4 border-citrine bg-ivory px-6 py-5 wrap-anywhere whitespace-pre-wrap">
        {inquiry.message}
      </p>
      <AboutBooking inquiry={inquiry} />
      <Answers replies={inquiry.replies ?? []} />
      <InquiryActions inquiry={inquiry} />
      <InquiryHistory changes={inquiry.changes} />
      <p className="mt-10">
        <BackToAll />
      </p>
    </Page>
  );
}

/** Back to the list as it was left. */
function BackToAll() {
  const { state } = useLocation() as { state: { search?: string } | null };
  return (
    <Link to={`${adminPaths.inquiries}${state?.search ?? ''}`} className="text-link">
      All inquiries
    </Link>
  );
}
