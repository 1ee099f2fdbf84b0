import { Context, Liquid, type Template, toPromise, toValue } from 'liquidjs';
import {
  checkAddresses,
  checkForeignTypedAddresses,
  noteAddress,
  type ForeignAddresses,
} from './mail-addresses.ts';
import {
  checkAttribute,
  checkTypedAddresses,
  hasMark,
  revealSecrets,
  withoutMarks,
  withoutSecrets,
} from './mail-secrets.ts';
import { escaped, sanitizeMail } from './sanitize-mail.ts';

export type TemplateVariables = Readonly<Record<string, string>>;

// An administrator writes a template, and customers' input fills it. It can read no file, reach no prototype and
// neither run nor write forever, and an unknown name is an error, not a gap.
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

/** Of an email: the longest template, and what its values add. Programs cut off what is longer than about 100,000. */
const mostCharacters = 300_000;

/** Cleaning takes a time that grows with the square of tags inside each other. */
const mostTags = 20_000;

/** Of a subject. */
const mostInALine = 1_000;

/** Parts of a template, counted each time they are rendered. */
const mostSteps = 50_000;

// Those that leave a text whole.
const wholeFilters = new Set([
  ...['escape', 'escape_once', 'xml_escape', 'raw', 'default', 'append', 'prepend'],
  ...['strip', 'lstrip', 'rstrip', 'newline_to_br'],
]);

const html = withoutPartsOfSecrets(new Liquid({ ...limits, outputEscape: 'escape' }));
// `raw` would print a customer's input as markup.
html.registerFilter('raw', (value: unknown) => value);

const plain = withoutPartsOfSecrets(new Liquid(limits));

/** A changed mark of a secret could not be replaced by the secret. */
function withoutPartsOfSecrets(engine: Liquid): Liquid {
  for (const [name, filter] of Object.entries(engine.filters)) {
    if (wholeFilters.has(name) || typeof filter !== 'function') continue;
    engine.registerFilter(name, function (...values) {
      if (values.some(hasMark)) {
        throw new Error(`A secret link or code can’t be changed by the filter ${name}`);
      }
      return filter.apply(this, values) as unknown;
    });
  }
  return engine;
}

/**
 * Renders a Liquid template as sanitised HTML: every value is escaped. Throws on an unknown variable, filter or tag, on a
 * secret in a place other than a text or a link of ours, on a value within an address that leads elsewhere, and on a
 * template that writes or repeats too much.
 */
export async function renderHtml(template: string, variables: TemplateVariables): Promise<string> {
  const rendered = await render(
    html,
    withoutMarks(template),
    withoutSecrets(variables),
    mostCharacters,
  );
  if ([template, rendered].some((text) => text.split('<', mostTags + 1).length > mostTags)) {
    throw new Error(`this would have more than ${mostTags.toLocaleString('en-CA')} tags`);
  }
  const found: ForeignAddresses = { links: [], loads: [] };
  const content = sanitizeMail(rendered, (tag, attribute, value) => {
    checkAttribute(tag, attribute, value, variables);
    noteAddress(found, attribute, value, variables);
  });
  checkAddresses(found, template, variables);
  checkTypedAddresses(content, variables);
  checkForeignTypedAddresses(content, template, variables);
  return revealSecrets(content, variables, escaped);
}

/** Renders a Liquid template as one line of plain text for an email header. Throws as renderHtml. */
export async function renderLine(template: string, variables: TemplateVariables): Promise<string> {
  const rendered = await render(
    plain,
    withoutMarks(template),
    withoutSecrets(variables),
    mostInALine,
  );
  const line = headerValue(rendered);
  checkTypedAddresses(escaped(line), variables);
  checkForeignTypedAddresses(escaped(line), escaped(template), variables);
  return headerValue(revealSecrets(line, variables));
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

async function render(
  engine: Liquid,
  template: string,
  variables: TemplateVariables,
  most: number,
) {
  const written = {
    buffer: '',
    write(part: unknown) {
      this.buffer += textOf(part);
      if (this.buffer.length > most) {
        throw new Error(`this would be longer than ${most.toLocaleString('en-CA')} characters`);
      }
    },
  };
  const parsed = engine.parse(template);
  const context = new Context(variables, engine.options, {}, { liquid: engine });
  countSteps(context);
  await toPromise(engine.renderer.renderTemplates(parsed, context, written));
  return written.buffer;
}

// As the library's own output: nothing for null, and the parts of a list without commas.
function textOf(part: unknown): string {
  const value = toValue(part) as string | number | boolean | unknown[] | null | undefined;
  return Array.isArray(value) ? value.map(textOf).join('') : String(value ?? '');
}

// The library checks its limit of time before each part of a template.
function countSteps({ renderLimit }: Context) {
  const checkTime = renderLimit.check.bind(renderLimit);
  let steps = 0;
  renderLimit.check = (now) => {
    steps += 1;
    if (steps > mostSteps) throw new Error('this repeats too often');
    checkTime(now);
  };
}
