import { useQuery } from '@tanstack/react-query';
import { NotLoaded } from '@/components/not-loaded.tsx';
import { Page } from '@/components/ui/page.tsx';
import { retentionQuery } from '../api/retention.ts';
import { recordKinds, timeInWords } from '../kinds-of-records.ts';

/** What is stored, how long and why. */
export default function RecordsScreen() {
  const query = useQuery(retentionQuery);
  return (
    <Page
      title="Stored records"
      heading="Stored records"
      width="narrow"
      lead="Old records are deleted automatically. To delete a customer’s data earlier, open the customer and choose Erase customer data."
    >
      {query.data ? (
        <dl className="border-t border-hairline">
          <Kind
            what="Bookings, payments and refunds"
            time="For good"
            why="Your books. The Canada Revenue Agency can ask for six years. Erasing a customer removes the name and leaves the amounts."
          />
          {recordKinds.flatMap(({ kind, what, from, why }) => {
            const days = query.data.find((one) => one.kind === kind)?.days;
            const time = days === undefined ? null : `${timeInWords(days)} ${from}`;
            return time === null ? [] : [<Kind key={kind} what={what} time={time} why={why} />];
          })}
        </dl>
      ) : (
        <NotLoaded
          query={query}
          loading="Loading the stored records"
          failed="Could not load the stored records."
          rows={8}
        />
      )}
    </Page>
  );
}

const Kind = ({ what, time, why }: { what: string; time: string; why: string }) => (
  <div className="border-b border-hairline py-4">
    <dt className="font-semibold">{what}</dt>
    <dd>{time}</dd>
    <dd className="text-sm text-ink-soft">{why}</dd>
  </div>
);
