import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query';
import { changedTravel, exampleDrive, travelPage, type TravelSettings } from '@contracts/travel.ts';
import { ownRpc } from '@/lib/rpc.ts';

export const travelPageQuery = queryOptions({
  queryKey: ['travel-page'],
  queryFn: ({ signal }) => ownRpc(travelPage, {}, { signal }),
});

export type TravelChange = {
  changes: Partial<TravelSettings>;
  /** The values that the screen shows; one that is no longer saved is refused. */
  seen: TravelSettings;
};

/** The screen as it would be. Nothing changes. Throws like {@link changeTravel}. */
export const previewTravel = (change: TravelChange) =>
  ownRpc(changedTravel, { ...change, is_preview: true });

/** Changes the settings; returns the screen as it is now. Throws with the code of the refusal. */
export const changeTravel = (change: TravelChange) =>
  ownRpc(changedTravel, { ...change, is_preview: false });

type Drive = { from: string; to: string; changes: Partial<TravelSettings> };

/** The drive between two postal codes under the settings with these changes; null while a code is incomplete. */
export const driveQuery = (drive: Drive | null) =>
  queryOptions({
    queryKey: ['example-drive', drive],
    queryFn: drive
      ? ({ signal }) =>
          ownRpc(
            exampleDrive,
            {
              from_postal_code: drive.from,
              to_postal_code: drive.to,
              changes: drive.changes,
            },
            { signal },
          )
      : skipToken,
    placeholderData: keepPreviousData,
  });
