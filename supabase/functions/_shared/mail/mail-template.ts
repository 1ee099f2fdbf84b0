import { z } from 'zod';
import type { TemplateText } from './check-template.ts';
import type { Log, ServiceRest } from '../http/deps.ts';
import { findDefaultMail, findTemplate, type QueuedMail } from './mail-calls.ts';
import type { TemplateVariables } from './render-template.ts';
import { variablesOfType } from './template-variables.ts';
import { writeMail, type WrittenMail } from './write-mail.ts';

type TemplateDeps = { rest: ServiceRest; log: Log };

/** A mail that tries out a template: its text and its kind came with it. */
export const testMailType = 'template_test';

/**
 * A queued mail in the words of its template. That an edited template turns out to be broken, or that its
 * kind was changed, is no reason to keep a customer waiting: the wording the product came with goes out in
 * its place, and the log says so. Throws when there is no such wording either.
 */
export async function writeQueuedMail(
  { rest, log }: TemplateDeps,
  mail: QueuedMail,
  variables: TemplateVariables,
): Promise<WrittenMail> {
  const type = mail.template_type;
  const template = await findTemplate(rest, type);
  try {
    if (!template) throw new Error(`There is no e-mail template of the type "${type}"`);
    return await writeMail(template, variables);
  } catch (error) {
    const original = await findDefaultMail(rest, type);
    if (!original) throw error;
    log.error(
      { err: error, template: type },
      'A template cannot be used: its default text is sent',
    );
    return await writeMail(original, variables);
  }
}

const draft = z.object({ subject: z.string(), content: z.string(), template_type: z.string() });

/** A template that is tried out, filled with the sample values of its kind. */
export async function writeTestMail(data: QueuedMail['data']): Promise<WrittenMail> {
  const { template_type: type, ...template } = draft.parse(data);
  const written = await writeMail(template satisfies TemplateText, variablesOfType(type) ?? {});
  return { ...written, subject: `[Test] ${written.subject}` };
}
