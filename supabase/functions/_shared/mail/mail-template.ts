import { z } from 'zod';
import type { Business } from '../../../../domain/business/business.ts';
import type { TemplateText } from './check-template.ts';
import type { Log, ServiceRest } from '../http/deps.ts';
import { findDefaultMail, findTemplate, type QueuedMail } from './mail-calls.ts';
import type { TemplateVariables } from './render-template.ts';
import { variablesOfType } from './template-variables.ts';
import { logoIn, writeMail, type WrittenMail } from './write-mail.ts';

type Place = { business: Business; publicUrl: string };
type TemplateDeps = Place & { rest: ServiceRest; log: Log };

/** A test email carries its template and kind itself. */
export const testMailType = 'template_test';

/**
 * A queued email rendered by its template. If an edited template is broken, or its kind was changed, the default
 * wording is sent instead, and the log says so. Throws when there is no default either.
 */
export async function writeQueuedMail(
  { rest, log, ...place }: TemplateDeps,
  mail: QueuedMail,
  variables: TemplateVariables,
): Promise<WrittenMail> {
  const type = mail.template_type;
  const template = await findTemplate(rest, type);
  try {
    if (!template) throw new Error(`There is no email template of the type "${type}"`);
    return await writeMail(template, variables, { logoUrl: logoIn(place) });
  } catch (error) {
    const original = await findDefaultMail(rest, type);
    if (!original) throw error;
    log.error(
      { err: error, template: type },
      'A template can’t be used, so its default text is sent',
    );
    return await writeMail(original, variables, { logoUrl: logoIn(place) });
  }
}

const draft = z.object({ subject: z.string(), content: z.string(), template_type: z.string() });

/** A test of a template with the sample values of its kind. */
export async function writeTestMail(data: QueuedMail['data'], place: Place): Promise<WrittenMail> {
  const { template_type: type, ...template } = draft.parse(data);
  const written = await writeMail(
    template satisfies TemplateText,
    variablesOfType(type, place.business) ?? {},
    { logoUrl: logoIn(place) },
  );
  return { ...written, subject: `[Test] ${written.subject}` };
}
