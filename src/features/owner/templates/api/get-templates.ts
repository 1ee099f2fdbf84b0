import { queryOptions } from '@tanstack/react-query';
import { userRest } from '@/lib/backend.ts';

/** A mail as the business words it. Of one type, the one edited last is sent. */
export type Template = {
  id: string;
  name: string;
  /** Liquid, in one line. */
  subject: string;
  /** Liquid in HTML. */
  content: string;
  template_type: string;
  /** An instant. */
  updated_at: string;
};

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
    .throwOnError()
    .overrideTypes<Template[], { merge: false }>();
  return data;
}
