import { queryOptions } from '@tanstack/react-query';
import { guestRest } from '@/lib/backend.ts';
import { rpc } from '@/lib/rpc.ts';

/** Where a customer is asked, which decides the wording. */
export type AskedIn = 'booking_form' | 'my_bookings' | 'phone_call' | 'waiting_list';

/** What a customer consents to; null while the business sends no text messages. */
export const textOfferQuery = (how: AskedIn) =>
  queryOptions({
    queryKey: ['text-offer', how],
    queryFn: async (): Promise<string | null> =>
      rpc(guestRest(), 'text_offer', { how }, { get: true }),
    staleTime: 5 * 60_000,
    retry: false,
  });
