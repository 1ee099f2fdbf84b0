import { useId } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Lever } from '@/components/ui/lever.tsx';
import { Problem } from '@/components/ui/notice.tsx';
import { textOfferQuery } from '@/entities/text-messages/text-offer.ts';
import { failureSentence } from '@/lib/failure-sentence.ts';
import { chooseTexts, textChoiceQuery } from '../api/text-choice.ts';

type TextsOfBookingProps = { bookingId: string; email: string | null };

/** Switches text messages about a visit ahead on and off; nothing while the business sends none. */
export function TextsOfBooking({ bookingId, email }: TextsOfBookingProps) {
  const headingId = useId();
  const client = useQueryClient();
  const { data: offer } = useQuery(textOfferQuery('my_bookings'));
  const query = textChoiceQuery({ bookingId, email });
  const { data: choice } = useQuery({ ...query, enabled: Boolean(offer) });
  const choose = useMutation({
    mutationFn: (wanted: boolean) => chooseTexts({ bookingId, email }, wanted),
    onSuccess: (kept) => client.setQueryData(query.queryKey, kept),
  });
  if (!choice) return null;
  const { is_on: isOn, is_stopped: isStopped, phone, wording } = choice;
  return (
    <section aria-labelledby={headingId} className="mt-6 border-t border-hairline pt-6">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-1">
        <h4 id={headingId} className="font-semibold">
          Text messages
        </h4>
        {!isStopped && (
          <div className="sm:row-span-2 sm:self-start">
            <Lever
              labelledBy={headingId}
              isOn={isOn}
              busy={choose.isPending}
              onTurn={() => choose.mutate(!isOn)}
            />
          </div>
        )}
        <p className="text-sm text-ink-soft max-sm:col-span-2 max-sm:mt-1">
          {isStopped
            ? `The phone ending in ${phone} replied STOP. To get text messages again, reply START from that phone.`
            : isOn
              ? `We text the phone ending in ${phone} about this appointment. Reply STOP to end.`
              : wording}
        </p>
      </div>
      <Problem className="mt-4" title="Not saved">
        {choose.error && failureSentence(choose.error)}
      </Problem>
    </section>
  );
}
