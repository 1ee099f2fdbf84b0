import { useState } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { NotLoaded } from '@/components/not-loaded.tsx';
import { Button } from '@/components/ui/button.tsx';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { Problem } from '@/components/ui/notice.tsx';
import { formatMoment } from '@/lib/moments.ts';
import { toast } from '@/lib/toast.ts';
import { historyQuery, type BusinessPage, type BusinessVersion } from '../api/business-page.ts';
import { usePublication } from '../use-publication.ts';
import { BusinessFrame } from './business-frame.tsx';

/** Every published version, newest first. One press publishes an earlier one again. */
export default function HistoryScreen() {
  return (
    <BusinessFrame
      heading="History"
      lead="Every published version. Restoring one publishes it again; existing bookings stay as they are."
    >
      {(_, page) => <Versions page={page} />}
    </BusinessFrame>
  );
}

function Versions({ page }: { page: BusinessPage }) {
  const query = useInfiniteQuery(historyQuery);
  const publication = usePublication(page);
  const [asked, setAsked] = useState<number | null>(null);
  const restore = (version: number) => {
    const former = page.version;
    publication.restore(version, () => {
      setAsked(null);
      toast({
        title: 'Restored',
        description: `Customers see version ${version} again.`,
        action: { label: 'Undo', onSelect: () => restore(former) },
      });
    });
  };
  if (!query.data) {
    return (
      <NotLoaded query={query} loading="Loading the history" failed="Could not load the history." />
    );
  }
  return (
    <>
      <Problem title="Not restored" className="mb-6">
        {publication.problem?.sentence}
      </Problem>
      <ol className="entry-list max-w-4xl">
        {query.data.pages.flat().map((one) => (
          <li key={one.version}>
            <VersionRow
              one={one}
              isCurrent={one.version === page.version}
              isBusy={publication.isPublishing}
              // A draft would be lost, so that needs a question.
              onRestore={() => (page.draft ? setAsked(one.version) : restore(one.version))}
            />
          </li>
        ))}
      </ol>
      {query.hasNextPage && (
        <Button
          variant="secondary"
          className="mt-6"
          busy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Show older versions
        </Button>
      )}
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={() => setAsked(null)}
        title={`Restore version ${asked ?? ''}?`}
        description="This discards your unpublished changes."
        confirmLabel="Restore version"
        cancelLabel="Keep editing"
        variant="danger"
        busy={publication.isPublishing}
        onConfirm={() => asked !== null && restore(asked)}
      />
    </>
  );
}

type VersionRowProps = {
  one: BusinessVersion;
  isCurrent: boolean;
  isBusy: boolean;
  onRestore: () => void;
};

function VersionRow({ one, isCurrent, isBusy, onRestore }: VersionRowProps) {
  const { version, publishedAt, publishedBy, changes, restored } = one;
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 flex-1 basis-64">
        <h2 className="heading-3">
          Version {version} {isCurrent && <span className="hidden-badge">Published</span>}
        </h2>
        <p className="mt-1 wrap-anywhere text-ink-soft">
          {formatMoment(publishedAt)}, {publishedBy === 'System' ? 'by the system' : publishedBy}
          {restored !== null && `, restored version ${restored}`}
        </p>
        <ul className="mt-2 grid gap-1 wrap-anywhere">
          {changes.map((change) => (
            <li key={change}>{change}</li>
          ))}
          {changes.length === 0 && <li>The first version.</li>}
        </ul>
      </div>
      {!isCurrent && (
        <Button
          variant="secondary"
          aria-label={`Restore version ${version}`}
          busy={isBusy}
          onClick={onRestore}
        >
          Restore
        </Button>
      )}
    </div>
  );
}
