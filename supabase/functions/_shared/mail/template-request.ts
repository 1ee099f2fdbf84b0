import { z } from 'zod';
import { CodedError } from '../http/errors.ts';
import type { TemplateVariables } from './render-template.ts';
import { variablesOfType } from './template-variables.ts';

/** A template as it stands in the editor. The longest are what the table takes. */
export const templateRequest = z.object({
  subject: z.string().max(300, 'Please keep the subject to at most 300 characters.'),
  content: z.string().max(200_000, 'Please keep the mail to at most 200,000 characters.'),
  template_type: z.string().max(60),
});

/** A mail of 200,000 characters, each of which may take six bytes as JSON. */
export const templateBodyLimit = 1_300_000;

/** The sample values of the mail it is for. Throws `invalid_input` for one that is never sent. */
export function sampleVariables(templateType: string): TemplateVariables {
  const variables = variablesOfType(templateType);
  if (variables) return variables;
  throw new CodedError('invalid_input', {
    fields: { template_type: 'We send no mail of this kind.' },
  });
}
