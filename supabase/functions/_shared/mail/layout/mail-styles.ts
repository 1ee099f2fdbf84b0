import { darkPalette, type MailPalette } from './mail-palette.ts';

/** What a part of the layout looks like. */
type Look = { style: string; colours: (palette: MailPalette) => string };

const plain = () => '';

/** Elements of an email's own HTML, by name or by name and class. The class is also the name for dark colours. */
const looks = {
  h1: {
    style:
      'margin:0 0 20px;font-size:28px;line-height:34px;font-weight:700;letter-spacing:-0.02em;',
    colours: ({ ink }) => `color:${ink};`,
  },
  h2: {
    style: 'margin:28px 0 12px;font-size:20px;line-height:28px;font-weight:700;',
    colours: ({ ink }) => `color:${ink};`,
  },
  h3: {
    style: 'margin:24px 0 8px;font-size:17px;line-height:26px;font-weight:700;',
    colours: ({ ink }) => `color:${ink};`,
  },
  p: { style: 'margin:0 0 16px;', colours: plain },
  'p.sign-off': { style: 'margin:0 0 16px;', colours: plain },
  'p.small-print': {
    style: 'margin:0 0 10px;font-size:14px;line-height:22px;',
    colours: ({ soft }) => `color:${soft};`,
  },
  'p.code': {
    style: 'margin:24px 0;font-size:32px;line-height:40px;font-weight:700;letter-spacing:0.18em;',
    colours: ({ ink }) => `color:${ink};`,
  },
  ul: { style: 'margin:0 0 16px;padding:0 0 0 22px;', colours: plain },
  ol: { style: 'margin:0 0 16px;padding:0 0 0 22px;', colours: plain },
  li: { style: 'margin:0 0 6px;', colours: plain },
  a: { style: 'text-decoration:underline;', colours: ({ ink }) => `color:${ink};` },
  blockquote: {
    style: 'margin:0 0 20px;padding:4px 0 4px 20px;border-left-width:3px;border-left-style:solid;',
    colours: ({ ink, accent }) => `color:${ink};border-left-color:${accent};`,
  },
  table: {
    style:
      'width:100%;margin:8px 0 24px;border-collapse:collapse;border-top-width:1px;border-top-style:solid;' +
      'font-size:15px;line-height:22px;',
    colours: ({ line }) => `border-top-color:${line};`,
  },
  th: {
    style:
      'padding:10px 16px 10px 0;border-bottom-width:1px;border-bottom-style:solid;text-align:left;' +
      'vertical-align:top;font-weight:400;',
    colours: ({ soft, line }) => `color:${soft};border-bottom-color:${line};`,
  },
  td: {
    style:
      'padding:10px 0;border-bottom-width:1px;border-bottom-style:solid;text-align:right;vertical-align:top;',
    colours: ({ ink, line }) => `color:${ink};border-bottom-color:${line};`,
  },
} satisfies Record<string, Look>;

/** Parts of the layout around it. */
const frame = {
  page: ({ page }: MailPalette) => `background-color:${page};`,
  card: ({ card, line }: MailPalette) => `background-color:${card};border-color:${line};`,
  header: ({ header, accent }: MailPalette) =>
    `background-color:${header};border-bottom-color:${accent};`,
  brand: ({ headerText }: MailPalette) => `color:${headerText};`,
  body: ({ text }: MailPalette) => `color:${text};`,
  footer: ({ soft, line }: MailPalette) => `color:${soft};border-top-color:${line};`,
  contact: ({ soft }: MailPalette) => `color:${soft};`,
  button: ({ button }: MailPalette) => `background-color:${button};`,
  label: ({ buttonText }: MailPalette) => `color:${buttonText};`,
} satisfies Record<string, Look['colours']>;

export type FramePart = keyof typeof frame;

const darkName = (name: string) => `m-${name.replace('.', '-')}`;

/** The class and the style of an element; null for one that looks as its reader shows it. */
export function lookOf(tag: string, className: string, palette: MailPalette) {
  const all: Readonly<Record<string, Look>> = looks;
  const name = [`${tag}.${className}`, tag].find((one) => Object.hasOwn(all, one));
  const look = name === undefined ? undefined : all[name];
  if (name === undefined || !look) return null;
  const colours = look.colours(palette);
  return { className: colours && darkName(name), style: look.style + colours };
}

/** `class` and `style` of a part of the layout. */
export const framePart = (part: FramePart, palette: MailPalette, style = ''): string =>
  `class="m-${part}" style="${style}${frame[part](palette)}"`;

/** The dark colours for email programs that have a night mode of their own. */
export const darkStyleSheet = [
  ':root{color-scheme:light dark;}',
  '@media (prefers-color-scheme:dark){',
  ...[...Object.entries(looks), ...Object.entries(frame)].map(([name, look]) => {
    const colours = (typeof look === 'function' ? look : look.colours)(darkPalette);
    return colours && `.${darkName(name)}{${colours.replaceAll(';', ' !important;')}}`;
  }),
  '}',
].join('');
