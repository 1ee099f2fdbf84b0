import { queryOptions } from '@tanstack/react-query';
import {
  visitWork,
  type ChecklistItem,
  type ConditionKind,
  type VisitWork,
  type WorkToKeep,
} from '@contracts/visit-work.ts';
import { clockNow } from '@/lib/clock.ts';
import { doOperation } from '@/lib/on-device/do-operation.ts';
import { keptNames } from '@/lib/on-device/kept-visits-store.ts';
import type { Operation } from '@/lib/on-device/operations-store.ts';
import { orKept, type OrKept } from '@/lib/on-device/or-kept.ts';
import { useUnsent } from '@/lib/on-device/use-unsent.ts';
import { ownRpc } from '@/lib/rpc.ts';

/** The photos, the checklist and the condition of a visit. Fails with the code of the refusal as message. */
export const visitWorkQuery = (bookingId: string) =>
  queryOptions({
    queryKey: ['visit-work', bookingId],
    queryFn: ({ signal, client, queryKey }) =>
      orKept<VisitWork>(
        [keptNames.owner, keptNames.crew],
        () => ownRpc(visitWork, { target_booking_id: bookingId }, { signal }),
        // What an earlier version of the app kept has no work.
        ({ work }: { work?: WorkToKeep[] }) =>
          work?.find(({ booking_id: id }) => id === bookingId) ?? null,
        { signal, loaded: client.getQueryData<OrKept<VisitWork>>(queryKey) },
      ),
    staleTime: 0,
    // Another phone of the crew may add to it.
    refetchInterval: 30_000,
  });

/** `id` is made by the client: sent again, it is the same one. `happenedAt` is an instant, for what is sent later. */
type Sent = { id: string; bookingId: string; happenedAt?: string };

const told = ({ happenedAt }: Sent) => (happenedAt ? { happened_at: happenedAt } : {});

type Tick = { bookingId: string; visit: string; item: string; isTicked: boolean };

/**
 * Ticks an item of the checklist, or removes its tick. Without a connection it is stored on this device and sent later.
 * Throws with the code of the refusal as message.
 */
export const tickItem = ({ bookingId, visit, item, isTicked }: Tick) =>
  doOperation({
    bookingId,
    kind: 'tick',
    input: { item, is_ticked: isTicked, happened_at: new Date(clockNow()).toISOString() },
    basedOn: {},
    visit,
  });

/** The checklist of a visit with what this device has not sent yet. */
export const useTicked = (
  bookingId: string,
  checklist: readonly ChecklistItem[],
): ChecklistItem[] =>
  withUnsentTicks(
    checklist,
    useUnsent().filter((one) => one.bookingId === bookingId),
  );

const withUnsentTicks = (
  checklist: readonly ChecklistItem[],
  operations: readonly Operation[],
): ChecklistItem[] =>
  checklist.map((one) => {
    const last = operations.findLast(
      ({ kind, input, refused }) => kind === 'tick' && !refused && input['item'] === one.item,
    );
    if (!last) return one;
    return last.input['is_ticked'] === true
      ? { ...one, ticked_by: 'You', ticked_at: String(last.input['happened_at']) }
      : { ...one, ticked_by: null, ticked_at: null };
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
