import { idsInUse, kindLabel } from '../mail-kinds.ts';
import type { Template } from '../api/get-templates.ts';
import type { TemplateDraft } from '../template-draft.ts';

type InUseNoteProps = { id: string | null; draft: TemplateDraft; templates: readonly Template[] };

/** What saving does to the mail that goes out. */
export function InUseNote({ id, draft, templates }: InUseNoteProps) {
  const kind = kindLabel(draft.template_type);
  const saved = templates.find((one) => one.id === id);
  const isInUse = saved?.template_type === draft.template_type && idsInUse(templates).has(saved.id);
  return (
    <p className="border-l-4 border-brass bg-citrine-wash px-5 py-4 text-sm">
      {isInUse
        ? `In use: every mail “${kind}” is written with this template. What you save counts from the next mail on.`
        : `Not in use yet: once saved, every mail “${kind}” is written with this template.`}
    </p>
  );
}
