import { z } from 'zod';
import type { TemplateText } from './check-template.ts';
import type { Log, ServiceRest } from '../http/deps.ts';
import { findDefaultMail, findTemplate, type QueuedMail } from './mail-calls.ts';
import type { TemplateVariables } from './render-template.ts';
import { variablesOfType } from './template-variables.ts';
import { writeMail, type WrittenMail } from './write-mail.ts';

type TemplateDeps = { rest: ServiceRest; log: Log };

/** A test email carries its template and kind itself. */
export const testMailType = 'template_test';

/**
 * A queued email rendered by its template. If an edited template is broken, or its kind was changed, the default
 * wording is sent instead, and the log says so. Throws when there is no default either.
 */
export async function writeQueuedMail(
  { rest, log }: TemplateDeps,
  mail: QueuedMail,
  variables: TemplateVariables,
): Promise<WrittenMail> {
  const type = mail.template_type;
  const template = await findTemplate(rest, type);
  try {
    if (!template) throw new Error(`There is no email template of the type "${type}"`);
    return await writeMail(template, variables);
  } catch (error) {
    const original = await findDefaultMail(rest, type);
    if (!original) throw error;
    log.error(
      { err: error, template: type },
      'A template can’t be used, so its default text is sent',
    );
    return await writeMail(original, variables);
  }
}

const draft = z.object({ subject: z.string(), content: z.string(), template_type: z.string() });

/** A test of a template with the sample values of its kind. */
export async function writeTestMail(data: QueuedMail['data']): Promise<WrittenMail> {
  const { template_type: type, ...template } = draft.parse(data);
  const written = await writeMail(template satisfies TemplateText, variablesOfType(type) ?? {});
  return { ...written, subject: `[Test] ${written.subject}` };
}
