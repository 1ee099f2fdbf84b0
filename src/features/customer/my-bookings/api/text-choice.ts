import { queryOptions } from '@tanstack/react-query';
import { textChoice } from '@contracts/text-choice.ts';
import { accessToken } from '@/lib/access-token.ts';
import { guestRest, restAs } from '@/lib/backend.ts';
import { rpc } from '@/lib/rpc.ts';

type Chooser = {
  bookingId: string;
  /** A guest names the email address of the booking. */
  email: string | null;
};

export const textChoiceQuery = ({ bookingId, email }: Chooser) =>
  queryOptions({
    queryKey: ['text-choice', bookingId],
    queryFn: () => chooseTexts({ bookingId, email }),
    retry: false,
  });

/** The customer's choice of text messages about a booking; `wanted` changes it. Null when none can be sent. */
export async function chooseTexts({ bookingId, email }: Chooser, wanted?: boolean) {
  const token = await accessToken();
  return rpc(token ? restAs(token) : guestRest(), textChoice, {
    target_booking_id: bookingId,
    ...(email && { email }),
    ...(wanted !== undefined && { wanted }),
  });
}
