import { queryOptions } from '@tanstack/react-query';
import { timePage } from '@contracts/opening-rules.ts';
import { ownRpc } from '@/lib/rpc.ts';

export const timePageQuery = queryOptions({
  queryKey: ['time-page'],
  queryFn: ({ signal }) => ownRpc(timePage, {}, { signal }),
});
