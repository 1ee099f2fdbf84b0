import sanitizeHtml from 'sanitize-html';

// What email programs show: tables, text, images, inline styles. No script, form, frame or style sheet.
export const mailTags = [
  ...[
    'html',
    'head',
    'title',
    'meta',
    'body',
    'center',
    'div',
    'span',
    'p',
    'br',
    'hr',
    'a',
    'img',
  ],
  ...['table', 'caption', 'colgroup', 'col', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th'],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'blockquote', 'pre'],
  ...['b', 'strong', 'i', 'em', 'u', 's', 'del', 'ins', 'small', 'sub', 'sup', 'code', 'font'],
];

const everywhere = ['style', 'class', 'id', 'title', 'lang', 'dir', 'role', 'align', 'aria-*'];
const boxes = ['width', 'height', 'valign', 'bgcolor', 'background'];
const cells = [...boxes, 'colspan', 'rowspan', 'scope', 'nowrap'];

const attributes = {
  '*': everywhere,
  a: ['href', 'target', 'rel', 'name'],
  img: ['src', 'alt', 'width', 'height', 'border'],
  meta: ['charset', 'name', 'content'],
  body: boxes,
  table: [...boxes, 'cellpadding', 'cellspacing', 'border'],
  tr: boxes,
  td: cells,
  th: cells,
  col: ['span', 'width'],
  ol: ['start', 'type'],
  font: ['color', 'face', 'size'],
};

/** Is called with every attribute as written, and may throw. */
type AttributeCheck = (tag: string, attribute: string, value: string) => void;

/**
 * Rendered HTML without active content: nothing pasted by an administrator or typed by a customer can run, send
 * a form or load over plain http. The appearance is unchanged.
 */
export const sanitizeMail = (html: string, check: AttributeCheck = () => {}): string =>
  sanitizeHtml(html, {
    allowedTags: mailTags,
    // Later steps walk the tags by recursion.
    nestingLimit: 200,
    allowedAttributes: attributes,
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['https', 'cid'] },
    allowedSchemesAppliedToAttributes: ['href', 'src', 'background'],
    allowProtocolRelative: false,
    // Styles are kept as written, so that readers see the designed email.
    parseStyleAttributes: false,
    transformTags: {
      '*': (tag, attributes) => {
        for (const [name, value] of Object.entries(attributes)) check(tag, name, value);
        return withSafeStyle(tag, attributes);
      },
    },
    nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'template', 'iframe', 'svg'],
  }).trim();

function withSafeStyle(
  tagName: string,
  { style, background, ...attribs }: sanitizeHtml.Attributes,
) {
  const safe = style === undefined ? '' : safeStyle(style);
  return {
    tagName,
    attribs: {
      ...attribs,
      ...(background !== undefined && /^https:/i.test(background) && { background }),
      ...(safe !== '' && { style: safe }),
    },
  };
}

// An escape could spell any of these words another way, so a declaration with one is removed, too.
const unsafe =
  /\\|\/\*|expression\s*\(|javascript:|behaviou?r\s*:|-moz-binding|@import|image-set\s*\(/i;
const remote = /url\s*\(\s*['"]?\s*(?!https:)/i;

const safeStyle = (style: string): string =>
  unsafe.test(style) || remote.test(style)
    ? style
        .split(';')
        .filter((declaration) => !unsafe.test(declaration) && !remote.test(declaration))
        .join(';')
    : style;

/** A text as HTML, also within quotes. */
export const escaped = (text = ''): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
