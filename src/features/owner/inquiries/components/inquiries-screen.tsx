import type { InquiryState } from '@contracts/inquiries.ts';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { DeleteAllHeldBack } from '@/components/delete-all-held-back.tsx';
import { NotLoaded } from '@/components/not-loaded.tsx';
import { ShowMore } from '@/components/show-more.tsx';
import { Page } from '@/components/ui/page.tsx';
import { useLive } from '@/lib/live.ts';
import { deleteAllHeldBack, inquiriesKey, inquiriesQuery } from '../api/inquiry.ts';
import { useInquiryState } from '../use-inquiry-state.ts';
import { InquiryRow } from './inquiry-row.tsx';
import { StateFilter } from './state-filter.tsx';

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
