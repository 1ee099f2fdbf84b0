import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from 'wouter';
import { NotLoaded } from '@/components/not-loaded.tsx';
import { Section } from '@/components/section.tsx';
import { Page } from '@/components/ui/page.tsx';
import { adminPaths, adminBookingPath } from '@/config/admin-paths.ts';
import { formatDay } from '@/lib/days.ts';
import { useLive } from '@/lib/live.ts';
import { useLocation } from '@/lib/location.tsx';
import { formatInstant } from '@/lib/moments.ts';
import type { Inquiry, InquiryChange, InquiryMark, InquiryReply } from '@contracts/inquiries.ts';
import { formatTime } from '@domain/time/time-format.ts';
import { inquiryQuery, inquiriesKey } from '../api/inquiry.ts';
import { InquiryActions } from './inquiry-actions.tsx';

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

const became: Record<InquiryMark, string> = {
  new: 'Marked as new again',
  answered: 'Marked as answered',
  closed: 'Closed',
};

/** Who marked it as what, the latest first. */
function InquiryHistory({ changes }: { changes: readonly InquiryChange[] }) {
  if (changes.length === 0) return null;
  return (
    <Section
      heading="History"
      headingClassName="text-sm font-semibold text-ink-soft"
      className="mt-10"
    >
      <ol className="mt-2 grid gap-1">
        {changes.map(({ at, was, is, actor_label: who }) => (
          <li key={at} className="text-sm">
            {was === 'held_back' ? 'Released' : became[is]} by{' '}
            <span className="break-all">{who}</span> on {formatInstant(at)}
          </li>
        ))}
      </ol>
    </Section>
  );
}

/** The booking that was named. Anybody can type a number: whose it is stands beside it. */
function AboutBooking({ inquiry: { booking, booking_id: typed } }: { inquiry: Inquiry }) {
  if (!typed) return null;
  return (
    <Section
      heading="About a booking"
      headingClassName="text-sm font-semibold text-ink-soft"
      className="mt-8"
    >
      {booking ? (
        <Link
          to={adminBookingPath(booking.id)}
          className="mt-1 flex min-h-11 items-center font-semibold wrap-anywhere underline underline-offset-4"
        >
          {booking.service_name} for {booking.customer_name}, {formatDay(booking.booking_date)} at{' '}
          {formatTime(booking.booking_time)}
          {booking.status === 'cancelled' && ' (cancelled)'}
        </Link>
      ) : (
        <p className="mt-1">
          No booking has the ID that the customer entered:{' '}
          <span className="text-sm break-all text-ink-soft">{typed}</span>
        </p>
      )}
    </Section>
  );
}

const states: Record<NonNullable<InquiryReply['mail_status']>, string> = {
  queued: 'Waiting to be sent',
  sent: 'Sent',
  failed: 'Could not be delivered',
  dropped: 'Not sent',
};

/** What was answered from here, the latest first. */
function Answers({ replies }: { replies: readonly InquiryReply[] }) {
  if (replies.length === 0) return null;
  return (
    <Section
      heading={replies.length === 1 ? 'Answer sent' : 'Answers sent'}
      headingClassName="text-sm font-semibold text-ink-soft"
      className="mt-8"
    >
      <ol className="mt-2 grid gap-4">
        {replies.map((reply) => (
          <li key={reply.id} className="border-l-4 border-hairline pl-5">
            <p className="wrap-anywhere whitespace-pre-wrap">{reply.message}</p>
            <p className="mt-1 text-sm text-ink-soft">
              {states[reply.mail_status ?? 'sent']}, by{' '}
              <span className="break-all">{reply.actor_label}</span> on {formatInstant(reply.at)}
            </p>
          </li>
        ))}
      </ol>
    </Section>
  );
}
