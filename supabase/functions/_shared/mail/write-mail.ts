import type { TemplateText } from './check-template.ts';
import { htmlToText } from './html-to-text.ts';
import { renderHtml, renderLine, type TemplateVariables } from './render-template.ts';
import { sanitizeMail } from './sanitize-mail.ts';

export type WrittenMail = { subject: string; html: string; text: string };

/** A rendered template, the same for the preview and for sending. Throws when the template is broken. */
export async function writeMail(
  template: TemplateText,
  variables: TemplateVariables,
): Promise<WrittenMail> {
  const html = sanitizeMail(await renderHtml(template.content, variables));
  return { subject: await renderLine(template.subject, variables), html, text: htmlToText(html) };
}
