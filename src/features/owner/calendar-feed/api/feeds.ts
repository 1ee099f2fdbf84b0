import { queryOptions } from '@tanstack/react-query';
import { calendarFeeds, newCalendarFeed } from '@contracts/calendar-feed.ts';
import { ownRpc } from '@/lib/rpc.ts';

export const feedsKey = ['calendar-feeds'];

/** The addresses that calendars may read, newest first. */
export const feedsQuery = queryOptions({
  queryKey: feedsKey,
  queryFn: ({ signal }) => ownRpc(calendarFeeds, {}, { signal }),
});

/** Makes an address; its secret is told this once. Throws with a code word as message. */
export const createFeed = (label: string) => ownRpc(newCalendarFeed, { label });

/** From now on the address answers nothing. */
export const revokeFeed = (id: string) => ownRpc('revoke_calendar_feed', { feed_id: id });
