import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { WaitingInput } from '@domain/booking/waiting-list.ts';
import { bookedSlotsKey } from '@/entities/open-times/booked-slots.ts';
import { joinWaitingList, type WaitingRequest } from './api/join-waiting-list.ts';

/** Joins the waiting list of a day. What was typed is kept for another day. */
export function useJoin(
  choice: Pick<WaitingRequest, 'serviceId' | 'vehicleType' | 'addOns' | 'postalCode'>,
) {
  const client = useQueryClient();
  const [typed, keepTyped] = useState<WaitingInput | null>(null);
  const mutation = useMutation({
    mutationFn: (wanted: WaitingInput & Pick<WaitingRequest, 'date' | 'textConsent'>) =>
      joinWaitingList({ ...choice, ...wanted }),
    // It may be that the day is not full after all.
    onError: () => void client.invalidateQueries({ queryKey: bookedSlotsKey }),
  });
  return { ...mutation, typed, keepTyped };
}

export type Join = ReturnType<typeof useJoin>;
