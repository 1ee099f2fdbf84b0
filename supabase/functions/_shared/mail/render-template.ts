import { Liquid, type Template } from 'liquidjs';

export type TemplateVariables = Readonly<Record<string, string>>;

// An administrator writes a template, and customers' input fills it. It can read no file, reach no prototype and
// not run forever, and an unknown name is an error, not a gap.
const limits = {
  strictVariables: true,
  strictFilters: true,
  lenientIf: true,
  ownPropertyOnly: true,
  templates: {},
  parseLimit: 200_000,
  // Milliseconds by the clock: a busy machine may need a thousand times what a template takes alone.
  renderLimit: 2_000,
  memoryLimit: 2_000_000,
} as const;

const html = new Liquid({ ...limits, outputEscape: 'escape' });
// `raw` would print a customer's input as markup.
html.registerFilter('raw', (value: unknown) => value);

const plain = new Liquid(limits);

/**
 * Renders a Liquid template as HTML: every value is escaped. Throws on an unknown variable, filter or tag.
 */
export async function renderHtml(template: string, variables: TemplateVariables): Promise<string> {
  return text(await html.parseAndRender(template, variables));
}

/** Renders a Liquid template as one line of plain text for an email header. */
export async function renderLine(template: string, variables: TemplateVariables): Promise<string> {
  return headerValue(text(await plain.parseAndRender(template, variables)));
}

/** Parses without rendering. Throws on an unknown tag or filter, and on an unclosed one. */
export const parseTemplate = (template: string): Template[] => html.parse(template);

/** Every variable of a template in order, also in branches that are not taken. */
export function variablesAskedFor(parsed: Template[]) {
  const { globals } = html.analyzeSync(parsed, { partials: false });
  return Object.entries(globals)
    .flatMap(([name, uses]) =>
      uses.map(({ location: { row, col } }) => ({ name, line: row, column: col })),
    )
    .sort((one, other) => one.line - other.line || one.column - other.column);
}

/** A line break in a header value would start another header. */
export const headerValue = (value: string): string =>
  value.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

const text = (rendered: unknown): string => String(rendered);
