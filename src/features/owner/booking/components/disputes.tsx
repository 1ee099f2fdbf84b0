import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Dispute } from '@contracts/disputes.ts';
import type { BookingPage } from '@contracts/owner-booking.ts';
import { Button } from '@/components/ui/button.tsx';
import { buttonStyle } from '@/components/ui/button-style.ts';
import { Notice } from '@/components/ui/notice.tsx';
import {
  disputeIdOf,
  disputeSentences,
  disputeState,
  isDecided,
} from '@/entities/dispute/dispute-words.ts';
import { paymentProvider } from '@/config/payment-provider.ts';
import { readPhotoAsOwner } from '@/entities/booking-photo/read-as-owner.ts';
import { visitWorkQuery } from '@/entities/visit-work/visit-work.ts';
import { useBusiness } from '@/lib/business.ts';
import { toastError } from '@/lib/failure-sentence.ts';
import { saveFile } from '@/lib/save-file.ts';
import { evidenceFile } from '../evidence-file.ts';

/** Of a photo in the file, in pixels: four stay below a megabyte or two. */
const widthInFile = 1024;

/** The disputes of a booking's payments, with the evidence as one file. */
export const Disputes = ({ page }: { page: BookingPage }) =>
  page.disputes.map((dispute) => <OneDispute key={dispute.id} page={page} dispute={dispute} />);

function OneDispute({ page, dispute }: { page: BookingPage; dispute: Dispute }) {
  const { name, disputePage } = paymentProvider();
  const business = useBusiness();
  const client = useQueryClient();
  const saving = useMutation({
    mutationFn: async () => {
      const read = (ids: readonly string[]) =>
        Promise.all(ids.map((id) => readPhotoAsOwner(id, widthInFile)));
      const [photos, work] = await Promise.all([
        read(page.photos ?? []),
        client.query(visitWorkQuery(page.booking.id)),
      ]);
      const taken = await read(work.photos.map(({ id }) => id));
      saveFile(
        `dispute-${disputeIdOf(dispute)}.html`,
        'text/html;charset=utf-8',
        evidenceFile(page, dispute, business, {
          photos,
          taken: work.photos.map((photo, index) => ({ ...photo, url: taken[index] ?? '' })),
          work,
        }),
      );
    },
    onError: toastError('Not saved'),
  });
  return (
    <Notice
      tone={isDecided(dispute) ? 'info' : 'danger'}
      title={`Dispute: ${disputeState(dispute)}`}
    >
      {disputeSentences(dispute).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <div className="mt-4 grid gap-3 sm:flex sm:flex-wrap">
        <Button variant="secondary" busy={saving.isPending} onClick={() => saving.mutate()}>
          Save evidence
        </Button>
        {disputePage && (
          <a
            className={buttonStyle('secondary')}
            href={disputePage(disputeIdOf(dispute))}
            target="_blank"
            rel="noreferrer"
          >
            Open in {name}
          </a>
        )}
      </div>
    </Notice>
  );
}
