import { z } from 'zod';
import type { Business } from '../../../../domain/business/business.ts';
import { CodedError } from '../http/errors.ts';
import type { TemplateVariables } from './render-template.ts';
import { variablesOfType } from './template-variables.ts';

/** A template from the editor. The maximum lengths are the table's. */
export const templateRequest = z.object({
  subject: z.string().max(300, 'The subject can have up to 300 characters.'),
  content: z.string().max(200_000, 'The email can have up to 200,000 characters.'),
  template_type: z.string().max(60),
});

/** An email of 200,000 characters, each of up to six bytes in JSON. */
export const templateBodyLimit = 1_300_000;

/** The sample values of its kind. Throws `invalid_input` for an unknown kind. */
export function sampleVariables(templateType: string, business: Business): TemplateVariables {
  const variables = variablesOfType(templateType, business);
  if (variables) return variables;
  throw new CodedError('invalid_input', {
    fields: { template_type: 'There is no email of this kind.' },
  });
}
