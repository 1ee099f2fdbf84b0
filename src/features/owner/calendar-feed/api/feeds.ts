import { queryOptions } from '@tanstack/react-query';
import { ownRest } from '@/lib/own-rest.ts';

export type Feed = {
  id: string;
  label: string;
  /** The e-mail address of whose it is. */
  owner: string;
  /** Instants; null while no calendar has read it. */
  created_at: string;
  last_used_at: string | null;
};

export type NewFeed = { id: string; token: string };

export const feedsKey = ['calendar-feeds'];

/** The addresses that calendars may read, newest first. */
export const feedsQuery = queryOptions({
  queryKey: feedsKey,
  queryFn: async ({ signal }) => {
    const answer: { data: unknown } = await (
      await ownRest()
    )
      .rpc('calendar_feeds')
      .abortSignal(signal)
      .retry(false)
      .throwOnError();
    return answer.data as Feed[];
  },
});

/** Makes an address; its secret is told this once. Throws with a code word as message. */
export async function createFeed(label: string): Promise<NewFeed> {
  const answer: { data: unknown } = await (
    await ownRest()
  )
    .rpc('create_calendar_feed', { label })
    .throwOnError();
  return answer.data as NewFeed;
}

/** From now on the address answers nothing. */
export async function revokeFeed(id: string): Promise<void> {
  await (await ownRest()).rpc('revoke_calendar_feed', { feed_id: id }).throwOnError();
}
