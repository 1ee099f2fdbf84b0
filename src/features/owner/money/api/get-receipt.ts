import { queryOptions } from '@tanstack/react-query';
import { storedReceipt } from '@contracts/money.ts';
import { ownRpc } from '@/lib/rpc.ts';

export const receiptQuery = (bookingId: string) =>
  queryOptions({
    queryKey: ['booking-receipt', bookingId],
    queryFn: ({ signal }) => ownRpc(storedReceipt, { target_booking_id: bookingId }, { signal }),
    // It is handed to people: never as it was half a minute ago.
    staleTime: 0,
  });
