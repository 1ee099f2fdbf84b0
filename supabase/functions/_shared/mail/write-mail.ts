import type { Business } from '../../../../domain/business/business.ts';
import { logoOf } from '../../../../domain/business/facts.ts';
import type { TemplateText } from './check-template.ts';
import { htmlToText } from './html-to-text.ts';
import { isWholePage, layOutMail } from './layout/lay-out-mail.ts';
import type { MailLook } from './layout/lay-out-mail.ts';
import { renderHtml, renderLine, type TemplateVariables } from './render-template.ts';

export type WrittenMail = { subject: string; html: string; text: string };

/** Where an email program loads the logo from; null for the name in letters. */
export function logoIn({ business, publicUrl }: { business: Business; publicUrl: string }) {
  const logo = logoOf(business.facts);
  return logo && new URL(logo, publicUrl).href;
}

/** A rendered template, to be sent or previewed in one palette. Throws when the template is broken. */
export async function writeMail(
  template: TemplateText,
  variables: TemplateVariables,
  look: MailLook = {},
): Promise<WrittenMail> {
  const content = await renderHtml(template.content, variables);
  // The sanitizer drops a page's doctype, and without it some programs use quirks mode.
  const html = isWholePage(content)
    ? `<!doctype html>\n${content}`
    : layOutMail(content, variables, look);
  return { subject: await renderLine(template.subject, variables), html, text: htmlToText(html) };
}
