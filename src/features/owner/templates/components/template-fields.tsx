import { SelectField, TextField } from '@/components/ui/field.tsx';
import type { DefaultMail } from '../api/get-default-mails.ts';
import { kindLabel } from '../mail-kinds.ts';
import type { TemplateDraft } from '../template-draft.ts';

type TemplateFieldsProps = {
  draft: TemplateDraft;
  defaults: readonly DefaultMail[];
  errors: Partial<Record<keyof TemplateDraft, string>>;
  onChange: (part: Partial<TemplateDraft>) => void;
};

/** What a template is called, and which emails it is for. */
export function TemplateFields({ draft, defaults, errors, onChange }: TemplateFieldsProps) {
  const kinds = [...new Set([draft.template_type, ...defaults.map((one) => one.template_type)])];

  // A text nobody touched follows the kind; what was written stays.
  const chooseKind = (template_type: string) => {
    const textOf = (type: string) => defaults.find((one) => one.template_type === type);
    const [before, after] = [textOf(draft.template_type), textOf(template_type)];
    const isUntouched = before?.content === draft.content && before.subject === draft.subject;
    const text = isUntouched && after && { subject: after.subject, content: after.content };
    onChange({ template_type, ...text });
  };

  return (
    <div className="grid items-start gap-x-4 gap-y-6 sm:grid-cols-2">
      <TextField
        label="Name"
        required
        hint="Only administrators see it."
        error={errors.name}
        value={draft.name}
        autoComplete="off"
        onChange={({ target }) => onChange({ name: target.value })}
      />
      <SelectField
        label="Kind of email"
        hint="Determines when it is sent and its variables."
        value={draft.template_type}
        onChange={({ target }) => chooseKind(target.value)}
      >
        {kinds.sort().map((kind) => (
          <option key={kind} value={kind}>
            {kindLabel(kind)}
          </option>
        ))}
      </SelectField>
    </div>
  );
}
