import { queryOptions } from '@tanstack/react-query';
import type { WebsiteTextName } from '@domain/texts/policies.ts';
import type { WebsiteText } from '@/entities/website-text/get-website-text.ts';
import { ownRest } from '@/lib/own-rest.ts';

/** All texts, by their name. */
export const websiteTextsQuery = queryOptions({
  queryKey: ['website-texts'],
  queryFn: async ({ signal }): Promise<Readonly<Record<string, WebsiteText>>> => {
    const rest = await ownRest();
    const { data } = await rest
      .from('website_texts')
      .select('name,body,revision')
      .abortSignal(signal)
      .retry(false)
      .throwOnError();
    return Object.fromEntries(data.map(({ name, ...text }) => [name, text]));
  },
});

/** Saves a text that was read with this revision; null restores the product's own wording. */
export async function saveWebsiteText(
  name: WebsiteTextName,
  body: WebsiteText['body'],
  revision: number,
): Promise<WebsiteText> {
  const rest = await ownRest();
  const { data } = await rest
    .from('website_texts')
    .update({ body })
    .eq('name', name)
    .eq('revision', revision)
    .select('body,revision')
    .maybeSingle()
    .throwOnError();
  if (data) return data;
  throw new Error(
    'This text was changed in another window, or you’re no longer an administrator. Copy what you wrote, then reload the page.',
  );
}
