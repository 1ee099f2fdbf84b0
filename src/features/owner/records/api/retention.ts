import { queryOptions } from '@tanstack/react-query';
import { retentionPage } from '@contracts/customers.ts';
import { ownRpc } from '@/lib/rpc.ts';

/** How long each kind of record is kept, in days. */
export const retentionQuery = queryOptions({
  queryKey: ['retention'],
  queryFn: ({ signal }) => ownRpc(retentionPage, {}, { signal }),
});
