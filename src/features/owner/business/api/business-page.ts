import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Business } from '@domain/business/business.ts';
import {
  couponUses,
  businessHistory,
  businessPage,
  publication,
  savedBusinessDraft,
} from '@contracts/business.ts';
import type { AnswerOf } from '@contracts/contract.ts';
import { callFunction } from '@/lib/call-function.ts';
import { ownRpc } from '@/lib/rpc.ts';

export type BusinessPage = AnswerOf<typeof businessPage>;
export type BusinessVersion = AnswerOf<typeof businessHistory>[number];

export const businessPageQuery = queryOptions({
  queryKey: ['business-page'],
  queryFn: ({ signal }) => ownRpc(businessPage, {}, { signal }),
});

/** How often each coupon was used. It begins with the key of the page, so that it is loaded again with it. */
export const couponUsesQuery = (codes: readonly string[]) =>
  queryOptions({
    queryKey: ['business-page', 'coupon-uses', codes],
    queryFn: ({ signal }) => ownRpc(couponUses, { codes }, { signal }),
  });

const batch = 20;

export const historyQuery = infiniteQueryOptions({
  queryKey: ['business-history'],
  queryFn: ({ signal, pageParam }) =>
    ownRpc(businessHistory, { ...(pageParam && { before: pageParam }), batch }, { signal }),
  initialPageParam: 0,
  getNextPageParam: (last: BusinessVersion[]) =>
    last.length < batch ? undefined : last.at(-1)?.version,
});

/** Saves the draft that was read at this revision; null discards it. Throws `business_changed`. */
export const saveDraft = (draft: Business | null, revision: number): Promise<BusinessPage> =>
  ownRpc(savedBusinessDraft, { draft: draft, expected: revision });

/** Publishes the draft, or an earlier version again. Throws a BackendError, whose fields are by path. */
export const publish = (revision: number, version?: number) =>
  callFunction(publication, { revision, ...(version !== undefined && { version }) });
