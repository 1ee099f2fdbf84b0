import { userRest } from '@/lib/backend.ts';
import type { TemplateDraft } from '../template-draft.ts';
import type { Template } from './get-templates.ts';

/** Keeps the template, as a new one when it has no id yet, and answers it as it is kept. Throws when it was not. */
export async function saveTemplate(id: string | null, draft: TemplateDraft): Promise<Template> {
  const table = (await userRest()).from('email_templates');
  const change = id === null ? table.insert(draft) : table.update(draft).eq('id', id);
  const { data } = await change
    .select('*')
    .single()
    .throwOnError()
    .overrideTypes<Template, { merge: false }>();
  return data;
}
