import { userRest } from '@/lib/backend.ts';
import type { TemplateDraft } from '../template-draft.ts';
import type { Template } from './get-templates.ts';

/** Somebody else saved the template after it was opened here. */
export class SavedMeanwhileError extends Error {
  constructor() {
    super(
      'Another administrator saved this template after you opened it. Save again to replace their text ' +
        'with yours, or load the page again to see it.',
    );
  }
}

type Saving = {
  /** Null for a new template. */
  id: string | null;
  draft: TemplateDraft;
  /** When it was saved last, as far as is known here: a later saving is not replaced. Null replaces any. */
  basis: string | null;
};

/** Keeps the template and answers it as it is kept. Throws when it was not, also a {@link SavedMeanwhileError}. */
export async function saveTemplate({ id, draft, basis }: Saving): Promise<Template> {
  const table = (await userRest()).from('email_templates');
  const change = id === null ? table.insert(draft) : table.update(draft).eq('id', id);
  const { data } = await (basis === null ? change : change.eq('updated_at', basis))
    .select('*')
    .maybeSingle()
    .throwOnError();
  if (data) return data;
  throw basis === null
    ? new Error('You don’t have permission to save this template.')
    : new SavedMeanwhileError();
}
