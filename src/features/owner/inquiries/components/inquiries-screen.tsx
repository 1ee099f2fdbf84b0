import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useSearchParams, Link } from 'wouter';
import { DeleteAllHeldBack } from '@/components/delete-all-held-back.tsx';
import { NotLoaded } from '@/components/not-loaded.tsx';
import { ShowMore } from '@/components/show-more.tsx';
import { Page } from '@/components/ui/page.tsx';
import { adminInquiryPath } from '@/config/admin-paths.ts';
import { useLive } from '@/lib/live.ts';
import { useLocation } from '@/lib/location.tsx';
import { formatInstant } from '@/lib/moments.ts';
import { type InquiryState, type ListedInquiry, inquiryStates } from '@contracts/inquiries.ts';
import { deleteAllHeldBack, inquiriesKey, inquiriesQuery, isInquiryState } from '../api/inquiry.ts';

const nothing: Record<InquiryState, { title: string; text: string }> = {
  new: {
    title: 'No new inquiries.',
    text: 'New inquiries appear here automatically.',
  },
  answered: {
    title: 'No answered inquiries.',
    text: 'Inquiries that you mark as answered are listed here.',
  },
  closed: {
    title: 'No closed inquiries.',
    text: 'Close inquiries that need no answer to list them here.',
  },
  held_back: {
    title: 'Nothing is held back.',
    text: 'After 60 messages in an hour, further messages are held back here.',
  },
};

/** What people wrote through the contact form. */
export default function InquiriesScreen() {
  const client = useQueryClient();
  useLive(['inquiries'], () => void client.invalidateQueries({ queryKey: inquiriesKey }));
  return (
    <Page
      title="Inquiries"
      heading="Inquiries"
      lead="Messages from the contact form. You answer them here, by email."
    >
      <Inbox />
    </Page>
  );
}

function Inbox() {
  const { state, setState } = useInquiryState();
  const query = useInfiniteQuery(inquiriesQuery(state));
  const { data } = query;
  const inquiries = data?.pages.flatMap((page) => page.inquiries) ?? [];
  return (
    <>
      <StateFilter state={state} counts={data?.pages[0]?.counts} onChange={setState} />
      {!data && (
        <NotLoaded
          query={query}
          loading="Loading inquiries"
          failed="Could not load the inquiries."
          rows={6}
        />
      )}
      {data && inquiries.length === 0 && (
        <div className="border-t border-hairline py-12">
          <p className="heading-3">{nothing[state].title}</p>
          <p className="mt-2 text-ink-soft">{nothing[state].text}</p>
        </div>
      )}
      {state === 'held_back' && inquiries[0] && (
        <div className="mb-6">
          <p className="mb-4 text-ink-soft">
            These came in after the first 60 in an hour. Open one to release or delete it.
          </p>
          <DeleteAllHeldBack
            upTo={inquiries[0].created_at}
            one="inquiry"
            many="inquiries"
            run={deleteAllHeldBack}
            queryKey={inquiriesKey}
          />
        </div>
      )}
      {inquiries.length > 0 && (
        <ul aria-label="Inquiries" className="border-t border-hairline">
          {inquiries.map((inquiry) => (
            <li key={inquiry.id} className="border-b border-hairline">
              <InquiryRow inquiry={inquiry} />
            </li>
          ))}
        </ul>
      )}
      <ShowMore query={query} failure="Could not load more inquiries.">
        Show Older Inquiries
      </ShowMore>
    </>
  );
}

/** The address names the inquiries that are shown; the new ones where it says nothing. */
function useInquiryState() {
  const [query, setQuery] = useSearchParams();
  const asked = query.get('state');
  return {
    state: isInquiryState(asked) ? asked : 'new',
    setState: (state: InquiryState) =>
      setQuery(state === 'new' ? {} : { state }, { replace: true }),
  } as const;
}

/** Who wrote, about what, when, and the first words. */
function InquiryRow({ inquiry }: { inquiry: ListedInquiry }) {
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

const labels: Record<InquiryState, string> = {
  new: 'New',
  answered: 'Answered',
  closed: 'Closed',
  held_back: 'Held back',
};

type StateFilterProps = {
  state: InquiryState;
  /** Not known yet when missing. */
  counts: Record<InquiryState, number> | undefined;
  onChange: (state: InquiryState) => void;
};

/** One of four, each with how many there are. */
function StateFilter({ state, counts, onChange }: StateFilterProps) {
  return (
    <fieldset className="state-filter">
      <legend className="sr-only">Status</legend>
      <div className="state-choices">
        {inquiryStates.map((one) => (
          <label key={one} className="radio-card state-choice">
            <input
              type="radio"
              name="inquiry-state"
              className="sr-only"
              checked={one === state}
              onChange={() => onChange(one)}
            />
            <span className="font-semibold">{labels[one]}</span>{' '}
            <span className="radio-card-note tabular-nums">{inWords(counts?.[one])}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const inWords = (count: number | undefined) =>
  count === undefined ? '' : count >= 1000 ? '999+' : String(count);
