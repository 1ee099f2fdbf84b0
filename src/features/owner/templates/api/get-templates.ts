import { queryOptions } from '@tanstack/react-query';
import type { RowOf } from '@contracts/contract.ts';
import { userRest } from '@/lib/backend.ts';

/** A mail as the business words it, in Liquid: the content is HTML. Of one type, the one edited last is sent. */
export type Template = RowOf<'email_templates'>;

/** All templates, the one edited last first; of those edited at one moment the one added last, as they are sent. */
export const templatesQuery = queryOptions({
  queryKey: ['email-templates'],
  queryFn: ({ signal }) => getTemplates(signal),
});

async function getTemplates(signal: AbortSignal): Promise<Template[]> {
  const { data } = await (
    await userRest()
  )
    .from('email_templates')
    .select('*')
    .order('updated_at', { ascending: false })
    .order('created_at', { ascending: false })
    .abortSignal(signal)
    // The query already tries again; twice would keep the administrator waiting.
    .retry(false)
    .throwOnError();
  return data;
}
