import type { InquiryState } from '@contracts/inquiries.ts';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { CouldNotFetch } from '@/components/could-not-fetch.tsx';
import { ShowMore } from '@/components/show-more.tsx';
import { Page } from '@/components/ui/page.tsx';
import { Spinner } from '@/components/ui/spinner.tsx';
import { useLive } from '@/lib/live.ts';
import { inquiriesQuery, inquiriesKey } from '../api/inquiry.ts';
import { useInquiryState } from '../use-inquiry-state.ts';
import { DeleteAllHeldBack } from './delete-all-held-back.tsx';
import { InquiryRow } from './inquiry-row.tsx';
import { StateFilter } from './state-filter.tsx';
import './inquiries.css';

const nothing: Record<InquiryState, { title: string; text: string }> = {
  new: {
    title: 'Nobody is waiting for an answer.',
    text: 'New inquiries appear here by themselves.',
  },
  answered: { title: 'Nothing is answered yet.', text: 'What you mark as answered is kept here.' },
  closed: { title: 'Nothing is closed.', text: 'What needs no answer can be put away here.' },
  held_back: {
    title: 'Nothing is held back.',
    text: 'When very many messages come in within an hour, the later ones wait here.',
  },
};

/** What people wrote through the contact form. */
export default function InquiriesScreen() {
  const client = useQueryClient();
  useLive(['inquiries'], () => void client.invalidateQueries({ queryKey: inquiriesKey }));
  return (
    <Page
      title="Inquiries"
      heading="What people ask."
      lead="Everything sent through the contact form. You answer from your own mail program."
    >
      <Inbox />
    </Page>
  );
}

function Inbox() {
  const { state, setState } = useInquiryState();
  const query = useInfiniteQuery(inquiriesQuery(state));
  const { data, isPending, isFetching } = query;
  const inquiries = data?.pages.flatMap((page) => page.inquiries) ?? [];
  return (
    <>
      <StateFilter state={state} counts={data?.pages[0]?.counts} onChange={setState} />
      {isPending && <Spinner label="Loading inquiries" />}
      {!isPending && !data && (
        <CouldNotFetch
          title="Could not fetch the inquiries."
          isBusy={isFetching}
          onRetry={() => void query.refetch()}
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
            These came in beyond the first 60 of an hour. Open one to release or delete it.
          </p>
          <DeleteAllHeldBack upTo={inquiries[0].created_at} />
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
      <ShowMore query={query} failure="Could not fetch more inquiries.">
        Show Older Inquiries
      </ShowMore>
    </>
  );
}
