import type { Unusual } from '@domain/time/unusual-start.ts';
import { Button } from '@/components/ui/button.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { failureSentence } from '@/lib/failure-sentence.ts';
import { unusualWords } from '@/entities/open-times/unusual-words.ts';
import type { usePhoneBooking } from '../use-phone-booking.ts';
import { isTimeRefusal } from '../use-phone-start.ts';
import { StoredBooking } from './stored-booking.tsx';

type BookItProps = {
  booking: ReturnType<typeof usePhoneBooking>;
  unusual: readonly Unusual[];
  /** The chosen start was refused, and would be again. */
  isRefused: boolean;
};

/** Books; a start that customers can't book only "anyway", with the reason beside the button. */
export function BookIt({ booking, unusual, isRefused }: BookItProps) {
  const isAnyway = unusual.length > 0 && !unusual.includes('in_past') && !isRefused;
  return (
    <>
      {booking.error && !isTimeRefusal(booking.error) && (
        <Notice tone="danger" role="alert" className="max-lg:order-first max-lg:col-span-2 lg:mt-5">
          <p>{failureSentence(booking.error)}</p>
          {booking.storedBookingId && <StoredBooking bookingId={booking.storedBookingId} />}
        </Notice>
      )}
      {unusual.length > 0 && (
        <p className="text-sm text-citrine max-lg:order-first max-lg:col-span-2 lg:mt-5">
          {unusual.map((one) => unusualWords[one]).join(' ')}
        </p>
      )}
      <Button type="submit" className="lg:mt-5 lg:w-full" busy={booking.isPending}>
        {isAnyway ? 'Book anyway' : 'Book it'}
      </Button>
    </>
  );
}
