import { queryOptions } from '@tanstack/react-query';
import type { WebsiteTextName } from '@domain/texts/policies.ts';
import type { RowOf } from '@contracts/contract.ts';
import { guestRest, type Rest } from '@/lib/backend.ts';

/** `body` is null for the product's own wording. */
export type WebsiteText = Pick<RowOf<'website_texts'>, 'body' | 'revision'>;

/** One of the owner's texts, as everybody reads it. */
export const websiteTextQuery = (name: WebsiteTextName) =>
  queryOptions({
    queryKey: ['website-text', name],
    queryFn: ({ signal }) => getWebsiteText(guestRest(), name, signal),
  });

/** Throws when it cannot be loaded. */
export async function getWebsiteText(
  rest: Rest,
  name: WebsiteTextName,
  signal: AbortSignal,
): Promise<WebsiteText> {
  const { data } = await rest
    .from('website_texts')
    .select('body,revision')
    .eq('name', name)
    .abortSignal(signal)
    .retry(false)
    .maybeSingle()
    .throwOnError();
  return data ?? { body: null, revision: 0 };
}
