import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { OwnerBooking } from '@contracts/owner-booking.ts';
import type { VisitWork, WorkPhoto } from '@contracts/visit-work.ts';
import { Section } from '@/components/section.tsx';
import { Button } from '@/components/ui/button.tsx';
import { SelectField, TextField } from '@/components/ui/field.tsx';
import { visitWorkQuery } from '@/entities/visit-work/visit-work.ts';
import { toastError } from '@/lib/failure-sentence.ts';
import { formatMoment } from '@/lib/moments.ts';
import { toast } from '@/lib/toast.ts';
import { addPairToGallery, askPhotoConsent, removePairFromGallery } from '../api/gallery-pair.ts';
import { bookingPageQuery } from '../api/booking-page.ts';

type GalleryPairProps = { booking: OwnerBooking; work: VisitWork };

/** One photo from before and one from after in the public gallery, if the customer agrees. Nothing without both. */
export function GalleryPair({ booking, work }: GalleryPairProps) {
  const { remove, ask } = usePairActions(booking.id);
  const before = work.photos.filter(({ kind }) => kind === 'before');
  const after = work.photos.filter(({ kind }) => kind === 'after');
  if (work.is_in_gallery) {
    return (
      <Section heading="Gallery" level={3} headingClassName="font-semibold">
        <p className="mt-1 text-sm text-ink-soft">A pair of this visit is in the gallery.</p>
        <Button
          variant="secondary"
          className="mt-3 max-sm:w-full"
          busy={remove.isPending}
          onClick={() => remove.mutate()}
        >
          Remove from gallery
        </Button>
      </Section>
    );
  }
  if (before.length === 0 || after.length === 0) return null;
  const canAsk = booking.done_at !== null && booking.customer_email !== null;
  return (
    <Section heading="Gallery" level={3} headingClassName="font-semibold">
      <p className="mt-1 text-sm text-ink-soft">{standing(work, canAsk)}</p>
      {work.consent.state === 'given' ? (
        <PairForm booking={booking} before={before} after={after} />
      ) : (
        canAsk && (
          <Button
            variant="secondary"
            className="mt-3 max-sm:w-full"
            busy={ask.isPending}
            onClick={() => ask.mutate()}
          >
            Ask by email
          </Button>
        )
      )}
    </Section>
  );
}

function standing({ consent }: VisitWork, canAsk: boolean): string {
  if (consent.state === 'given') return `The customer agreed on ${formatMoment(consent.at ?? '')}.`;
  const why =
    consent.state === 'revoked'
      ? 'The customer no longer agrees to show a pair.'
      : 'The customer hasn’t agreed to show a pair.';
  return canAsk ? why : `${why} You can ask by email once the visit is done.`;
}

type PairFormProps = {
  booking: OwnerBooking;
  before: readonly WorkPhoto[];
  after: readonly WorkPhoto[];
};

function PairForm({ booking, before, after }: PairFormProps) {
  const [beforeId, setBeforeId] = useState(before[0]?.id ?? '');
  const [afterId, setAfterId] = useState(after[0]?.id ?? '');
  const [description, setDescription] = useState(`${booking.service_name}, ${booking.car_model}`);
  const { add } = usePairActions(booking.id);
  // One that was chosen may be removed meanwhile.
  const chosen = (photos: readonly WorkPhoto[], id: string) =>
    photos.find((photo) => photo.id === id) ?? photos[0];
  return (
    <form
      aria-label="Add to gallery"
      className="mt-3 grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        const [first, second] = [chosen(before, beforeId), chosen(after, afterId)];
        if (add.isPending || !first || !second) return;
        add.mutate({ beforeId: first.id, afterId: second.id, description });
      }}
    >
      <PhotoChoice label="Before photo" photos={before} value={beforeId} onChange={setBeforeId} />
      <PhotoChoice label="After photo" photos={after} value={afterId} onChange={setAfterId} />
      <TextField
        label="Description"
        hint="Everyone sees it. Leave the customer’s name out."
        maxLength={300}
        value={description}
        onChange={({ target }) => setDescription(target.value)}
      />
      <Button type="submit" busy={add.isPending} className="sm:justify-self-start">
        Add to gallery
      </Button>
    </form>
  );
}

type PhotoChoiceProps = {
  label: string;
  photos: readonly WorkPhoto[];
  value: string;
  onChange: (id: string) => void;
};

/** Which one, if there are several. */
function PhotoChoice({ label, photos, value, onChange }: PhotoChoiceProps) {
  if (photos.length < 2) return null;
  return (
    <SelectField label={label} value={value} onChange={({ target }) => onChange(target.value)}>
      {photos.map(({ id }, index) => (
        <option key={id} value={id}>
          {label} {index + 1}
        </option>
      ))}
    </SelectField>
  );
}

function usePairActions(bookingId: string) {
  const client = useQueryClient();
  const reload = () =>
    Promise.all([
      client.invalidateQueries(visitWorkQuery(bookingId)),
      client.invalidateQueries(bookingPageQuery(bookingId)),
    ]);
  const remove = useMutation({
    mutationFn: () => removePairFromGallery(bookingId),
    onSuccess: async () => {
      await reload();
      toast({ title: 'Removed from gallery' });
    },
    onError: toastError('Not removed'),
  });
  const add = useMutation({
    mutationFn: (pair: { beforeId: string; afterId: string; description: string }) =>
      addPairToGallery({ bookingId, ...pair }),
    onSuccess: async () => {
      await reload();
      toast({
        title: 'Added to gallery',
        duration: 10_000,
        action: { label: 'Undo', onSelect: () => remove.mutate() },
      });
    },
    onError: (error) => {
      toastError('Not added')(error);
      void reload();
    },
  });
  const ask = useMutation({
    mutationFn: () => askPhotoConsent(bookingId),
    onSuccess: async () => {
      await reload();
      toast({ title: 'Email sent', description: 'It has the photos and asks for the consent.' });
    },
    onError: toastError('Not sent'),
  });
  return { add, remove, ask };
}
