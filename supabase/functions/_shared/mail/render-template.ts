import { Liquid, type Template } from 'liquidjs';

export type TemplateVariables = Readonly<Record<string, string>>;

// A template is written by an administrator and filled with what customers typed. It can neither read
// a file, reach a prototype, nor run on for ever, and a name it gets wrong is an error, not a gap.
const limits = {
  strictVariables: true,
  strictFilters: true,
  lenientIf: true,
  ownPropertyOnly: true,
  templates: {},
  parseLimit: 200_000,
  renderLimit: 500,
  memoryLimit: 2_000_000,
} as const;

const html = new Liquid({ ...limits, outputEscape: 'escape' });
// `raw` would print what a customer typed as markup.
html.registerFilter('raw', (value: unknown) => value);

const plain = new Liquid(limits);

/** A Liquid template as HTML: every value is escaped. Throws on an unknown variable, filter or tag. */
export async function renderHtml(template: string, variables: TemplateVariables): Promise<string> {
  return text(await html.parseAndRender(template, variables));
}

/** A Liquid template as one line of plain text, fit for a mail header. */
export async function renderLine(template: string, variables: TemplateVariables): Promise<string> {
  return headerValue(text(await plain.parseAndRender(template, variables)));
}

/** Throws on an unknown tag or filter, and on what is left open; nothing is filled in yet. */
export const parseTemplate = (template: string): Template[] => html.parse(template);

/** Every name a template expects to be given, also in branches that are not taken, in order of place. */
export function variablesAskedFor(parsed: Template[]) {
  const { globals } = html.analyzeSync(parsed, { partials: false });
  return Object.entries(globals)
    .flatMap(([name, uses]) =>
      uses.map(({ location: { row, col } }) => ({ name, line: row, column: col })),
    )
    .sort((one, other) => one.line - other.line || one.column - other.column);
}

/** A line break in a header value would begin a header of the sender's own choosing. */
export const headerValue = (value: string): string =>
  value.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

const text = (rendered: unknown): string => String(rendered);
