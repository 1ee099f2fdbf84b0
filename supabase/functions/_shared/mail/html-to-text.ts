import { compile, type FormatCallback } from 'html-to-text';

/** "Open your booking: https://…"; an address that its label already says is written once. */
const link: FormatCallback = (element, walk, builder) => {
  const { href = '' } = element.attribs as { href?: string };
  const address = href.replace(/^(mailto|tel):/, '');
  let label = '';
  builder.pushWordTransform((word) => {
    label += word;
    return word;
  });
  walk(element.children, builder);
  builder.popWordTransform();
  if (label === '') builder.addInline(address);
  else if (address === href && ![label, ''].includes(href)) builder.addInline(`: ${href}`);
};

const cell: FormatCallback = (element, walk, builder) => {
  const { scope } = element.attribs as { scope?: string };
  walk(element.children, builder);
  builder.addInline(scope === 'row' ? ': ' : ' ');
};

const convert = compile({
  wordwrap: false,
  whitespaceCharacters: ' \t\r\n\f\u00a0',
  formatters: { link, cell },
  selectors: [
    // The preview text beside the subject in an inbox, hidden in the email itself.
    ...['display:none', 'display: none'].map((style) => ({
      selector: `[style*="${style}"]`,
      format: 'skip',
    })),
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'table', 'blockquote'].map((selector) => ({
      selector,
      format: 'paragraph',
      options: { leadingLineBreaks: 2, trailingLineBreaks: 2 },
    })),
    { selector: 'a', format: 'link' },
    { selector: 'img', options: { linkBrackets: ['', ''], pathRewrite: () => '' } },
    { selector: 'tr', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: 'td', format: 'cell' },
    { selector: 'th', format: 'cell' },
    { selector: 'ul', options: { itemPrefix: '- ' } },
  ],
});

/** An email's text for readers without HTML: links keep their URL, blocks their line, pictures their alternative text. */
export const htmlToText = (html: string): string =>
  `${convert(html)
    .replace(/\n{3,}/g, '\n\n')
    .trim()}\n`;
