import { queryOptions } from '@tanstack/react-query';
import { visitWork, type ConditionKind } from '@contracts/visit-work.ts';
import { ownRpc } from '@/lib/rpc.ts';

/** The photos, the checklist and the condition of a visit. Fails with the code of the refusal as message. */
export const visitWorkQuery = (bookingId: string) =>
  queryOptions({
    queryKey: ['visit-work', bookingId],
    queryFn: ({ signal }) => ownRpc(visitWork, { target_booking_id: bookingId }, { signal }),
    staleTime: 0,
    // Another phone of the crew may add to it.
    refetchInterval: 30_000,
  });

/** `id` is made by the client: sent again, it is the same one. `happenedAt` is an instant, for what is sent later. */
type Sent = { id: string; bookingId: string; happenedAt?: string };

const told = ({ happenedAt }: Sent) => (happenedAt ? { happened_at: happenedAt } : {});

/** Ticks an item of the checklist, or removes its tick. Throws with the code of the refusal as message. */
export const tickItem = ({ item, isTicked, ...sent }: Sent & { item: string; isTicked: boolean }) =>
  ownRpc('tick_item', {
    tick_id: sent.id,
    target_booking_id: sent.bookingId,
    item,
    is_ticked: isTicked,
    ...told(sent),
  });

export type NewMark = Sent & {
  part: string;
  x: number;
  y: number;
  kind: ConditionKind;
  note: string;
};

/** Marks the car's condition. Throws with the code of the refusal as message. */
export const addConditionMark = ({ part, x, y, kind, note, ...sent }: NewMark) =>
  ownRpc('add_condition_mark', {
    mark_id: sent.id,
    target_booking_id: sent.bookingId,
    part,
    x,
    y,
    kind,
    note,
    ...told(sent),
  });

/** Removes a mark, or brings it back; again is fine. Throws with the code of the refusal as message. */
export const removeConditionMark = (markId: string, isRemoved = true) =>
  ownRpc('remove_condition_mark', { mark_id: markId, is_removed: isRemoved });
