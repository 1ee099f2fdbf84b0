import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { LinkedPhotos } from '@contracts/visit-work.ts';
import { Section } from '@/components/section.tsx';
import { Button } from '@/components/ui/button.tsx';
import { linkedPhotosQuery } from '@/entities/booking-photo/linked-photos.ts';
import { toastError } from '@/lib/failure-sentence.ts';
import { formatMoment } from '@/lib/moments.ts';
import { toast } from '@/lib/toast.ts';
import { choosePhotoConsent } from '../api/car-photos.ts';

type ConsentChoiceProps = { token: string; photos: LinkedPhotos };

/** Whether one pair may be shown in the gallery, which the customer changes at any time. */
export function ConsentChoice({ token, photos }: ConsentChoiceProps) {
  const client = useQueryClient();
  const choice = useMutation({
    mutationFn: (agrees: boolean) => choosePhotoConsent(token, agrees),
    onSuccess: (answer, agrees) => {
      client.setQueryData(linkedPhotosQuery(token).queryKey, answer);
      toast({ title: agrees ? 'Thank you' : 'Photos not shown' });
    },
    onError: toastError('Not saved'),
  });
  const hasAgreed = photos.state === 'given';
  return (
    <Section heading="Show them in our gallery?" headingClassName="heading-2">
      <p className="mt-4 max-w-prose">{photos.wording}</p>
      <p role="status" className="mt-3 max-w-prose text-ink-soft">
        {hasAgreed
          ? `You agreed on ${formatMoment(photos.at ?? '')}. ${photos.is_shown ? 'A pair is in our gallery.' : 'No photo is in our gallery yet.'}`
          : photos.state === 'revoked'
            ? 'You no longer agree. No photo of this visit is in our gallery.'
            : 'Nothing is shown unless you agree. You can change your mind here at any time.'}
      </p>
      <Button
        variant={hasAgreed ? 'secondary' : 'primary'}
        className="mt-5 max-sm:w-full"
        busy={choice.isPending}
        onClick={() => choice.mutate(!hasAgreed)}
      >
        {hasAgreed ? 'Stop showing photos' : 'Agree to show a pair'}
      </Button>
    </Section>
  );
}
