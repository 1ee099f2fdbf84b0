import sanitizeHtml from 'sanitize-html';
import type { TemplateVariables } from '../render-template.ts';
import { escaped, mailTags } from '../sanitize-mail.ts';
import { lightPalette, type MailPalette } from './mail-palette.ts';
import { darkStyleSheet, framePart, lookOf } from './mail-styles.ts';

const font = "font-family:Archivo,'Helvetica Neue',Arial,sans-serif;";
const table = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';

/** Whether an email is a page of its own, which is sent as it is. */
export const isWholePage = (html: string): boolean => /<(?:html|head|body)\b/i.test(html);

export type MailLook = {
  /** The one palette of a preview. */
  palette?: MailPalette;
  /** The whole address of the picture that replaces the name in the header. */
  logoUrl?: string | null;
};

/**
 * The page of an email: header, card and footer around its sanitised HTML, each element with its style. Its style
 * sheet has the dark colours for programs with a night mode. A preview has one palette and no style sheet, which the
 * content policy of the editor's page refuses.
 */
export function layOutMail(
  html: string,
  variables: TemplateVariables,
  { palette: preview, logoUrl }: MailLook,
): string {
  const palette = preview ?? lightPalette;
  const { inboxLine, body } = splitInboxLine(html);
  const part = (name: Parameters<typeof framePart>[0], style = '') =>
    framePart(name, palette, style);
  const name = escaped(variables['business_name']);
  const sheet = preview ? '' : `<style>${darkStyleSheet}</style>\n`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${name}</title>
${sheet}</head>
<body ${part('page', 'margin:0;padding:0;')}>
${inboxLine}<table ${table} width="100%" ${part('page')}>
<tr><td align="center" style="padding:24px 12px;">
<!--[if mso]><table ${table} width="600"><tr><td><![endif]-->
<table ${table} width="100%" ${part('card', 'max-width:600px;border-width:1px;border-style:solid;')}>
<tr><td ${part('header', 'padding:26px 28px 22px;border-bottom-width:3px;border-bottom-style:solid;')}>
<p ${part('brand', `margin:0;${font}font-size:18px;line-height:24px;font-weight:700;letter-spacing:0.02em;`)}>${logoUrl ? logo(logoUrl, name) : name}</p>
</td></tr>
<tr><td ${part('body', `padding:36px 28px 24px;${font}font-size:16px;line-height:26px;`)}>
${styled(body, palette)}
</td></tr>
<tr><td ${part('footer', `padding:20px 28px 26px;border-top-width:1px;border-top-style:solid;${font}font-size:13px;line-height:21px;`)}>
<p style="margin:0;">${footer(variables, part('contact', 'text-decoration:underline;'))}</p>
</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr>
</table>
</body>
</html>
`;
}

/** A program that loads no pictures shows the name in the style of the header. */
const logo = (address: string, name: string): string =>
  `<img src="${escaped(address)}" alt="${name}" height="48" style="display:block;height:48px;width:auto;max-width:100%;border:0;">`;

/** Name, address, phone and email of the business; what is unknown is left out. */
function footer(variables: TemplateVariables, link: string): string {
  const [name, address, phone, email] = [
    'business_name',
    'business_address',
    'business_phone',
    'business_email',
  ].map((one) => escaped(variables[one]));
  const calls = phone && `<a href="tel:${phone.replace(/[^\d+]/g, '')}" ${link}>${phone}</a>`;
  const mails = email && `<a href="mailto:${email}" ${link}>${email}</a>`;
  return [
    [name, address],
    [calls, mails],
  ]
    .map((line) => line.filter(Boolean).join(' &middot; '))
    .filter((line) => line !== '')
    .join('<br>');
}

/** What an inbox shows beside the subject stands first, hidden, and keeps the text after it out. */
function splitInboxLine(html: string): { inboxLine: string; body: string } {
  const found = /<p class="preview"[^>]*>([\s\S]*?)<\/p>/.exec(html);
  if (!found) return { inboxLine: '', body: html };
  const [whole, words = ''] = found;
  const hidden = 'display:none;max-height:0;overflow:hidden;opacity:0;';
  const gap = '&#847;&zwnj;&nbsp;'.repeat(60);
  const inboxLine = `<div style="${hidden}">${words}${gap}</div>\n`;
  return { inboxLine, body: html.replace(whole, '') };
}

function styled(html: string, palette: MailPalette): string {
  const withStyles = sanitizeHtml(html, {
    allowedTags: mailTags,
    allowedAttributes: false,
    parseStyleAttributes: false,
    transformTags: {
      '*': (tagName: string, attribs: Record<string, string>) => ({
        tagName,
        attribs: withLook(tagName, attribs, palette),
      }),
    },
  });
  return withStyles.replace(buttonLink, (_all: string, href: string, label: string) =>
    button(href, label, palette),
  );
}

function withLook(tag: string, attribs: sanitizeHtml.Attributes, palette: MailPalette) {
  const { class: className = '', style } = attribs;
  const look = style === undefined ? lookOf(tag, className, palette) : null;
  if (!look) return attribs;
  return { ...attribs, class: `${className} ${look.className}`.trim(), style: look.style };
}

const buttonLink =
  /<p class="button"[^>]*>\s*<a\b[^>]*?\bhref="([^"]*)"[^>]*>([\s\S]*?)<\/a>\s*<\/p>/g;

// The cell's padding is for Outlook on Windows, which gives a link none.
const button = (href: string, label: string, palette: MailPalette): string =>
  `<table ${table} style="margin:28px 0 28px;"><tr>` +
  `<td ${framePart('button', palette, 'border-radius:3px;mso-padding-alt:15px 30px;')}>` +
  `<a href="${href}" ${framePart('label', palette, 'display:inline-block;padding:15px 30px;font-size:16px;line-height:20px;font-weight:700;text-decoration:none;')}>${label}</a>` +
  '</td></tr></table>';
