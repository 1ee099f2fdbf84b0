import { queryOptions } from '@tanstack/react-query';
import type { RowOf } from '@contracts/contract.ts';
import { userRest } from '@/lib/backend.ts';

/** The wording of a kind of mail that the product came with. */
export type DefaultMail = Pick<
  RowOf<'default_mails'>,
  'template_type' | 'name' | 'subject' | 'content'
>;

/** One for each kind of mail that is sent: so these are all the kinds there are. */
export const defaultMailsQuery = queryOptions({
  queryKey: ['default-mails'],
  queryFn: ({ signal }) => getDefaultMails(signal),
  staleTime: Infinity,
});

async function getDefaultMails(signal: AbortSignal): Promise<DefaultMail[]> {
  const { data } = await (
    await userRest()
  )
    .from('default_mails')
    .select('template_type,name,subject,content')
    .order('name')
    .abortSignal(signal)
    .retry(false)
    .throwOnError();
  return data;
}
