import type { Template } from './api/get-templates.ts';

/** A template as it is being written. */
export type TemplateDraft = Pick<Template, 'name' | 'subject' | 'content' | 'template_type'>;

type DraftErrors = Partial<Record<keyof TemplateDraft, string>>;

export const draftOf = ({
  name,
  subject,
  content,
  template_type,
}: TemplateDraft): TemplateDraft => ({
  name,
  subject,
  content,
  template_type,
});

export const isSameDraft = (one: TemplateDraft, other: TemplateDraft): boolean =>
  one.name === other.name &&
  one.subject === other.subject &&
  one.content === other.content &&
  one.template_type === other.template_type;

/** A sentence for each field that the table would refuse. */
export function draftErrors({ name, subject, content }: TemplateDraft): DraftErrors {
  return {
    ...missingOrLong('name', name, 'Please give the template a name.', 120),
    ...missingOrLong('subject', subject, 'Please enter a subject.', 300),
    ...missingOrLong('content', content, 'Please enter the email’s content.', 200_000),
  };
}

function missingOrLong(
  field: keyof TemplateDraft,
  text: string,
  missing: string,
  longest: number,
): DraftErrors {
  if (text.trim() === '') return { [field]: missing };
  return text.length > longest
    ? { [field]: `This can have up to ${longest.toLocaleString('en-CA')} characters.` }
    : {};
}
