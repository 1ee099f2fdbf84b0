import { LiquidError, type Template } from 'liquidjs';
import { ChangingAddressError } from './mail-addresses.ts';
import { MisplacedSecretError } from './mail-secrets.ts';
import {
  parseTemplate,
  renderHtml,
  renderLine,
  variablesAskedFor,
  type TemplateVariables,
} from './render-template.ts';

export type TemplateText = { subject: string; content: string };

/** Why a template cannot be sent, and where: line and column count from 1. */
export type TemplateProblem = {
  field: keyof TemplateText;
  line: number;
  column: number;
  message: string;
};

/**
 * The problem of a template for an email with these variables; null if it can be sent. Also finds unknown names in
 * branches that the sample values do not take.
 */
export async function findProblem(
  template: TemplateText,
  variables: TemplateVariables,
): Promise<TemplateProblem | null> {
  return (
    (await problemIn('subject', template.subject, variables)) ??
    (await problemIn('content', template.content, variables))
  );
}

async function problemIn(
  field: keyof TemplateText,
  text: string,
  variables: TemplateVariables,
): Promise<TemplateProblem | null> {
  try {
    const unknown = unknownVariable(parseTemplate(text), variables);
    if (unknown) return { field, ...unknown };
    await (field === 'subject' ? renderLine : renderHtml)(text, variables);
    return null;
  } catch (error) {
    if (error instanceof MisplacedSecretError) {
      return { field, ...useOf(error.variable, text), message: error.message };
    }
    if (error instanceof ChangingAddressError) {
      return { field, ...placeIn(text, text.indexOf(error.start)), message: error.message };
    }
    return { field, ...placeOf(error), message: sentenceOf(error) };
  }
}

/** The first use of a variable that is not the whole address of a link. */
function useOf(variable: string, text: string) {
  const lines = text.split('\n');
  const other = new RegExp(`(?<!\\bhref=["']?)\\{\\{-?\\s*${variable}\\b`);
  const line = Math.max(
    0,
    lines.findIndex((one) => other.test(one)),
  );
  return { line: line + 1, column: Math.max(0, lines[line]?.search(other) ?? 0) + 1 };
}

function placeIn(text: string, at: number) {
  const before = text.slice(0, Math.max(0, at)).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

function unknownVariable(parsed: Template[], variables: TemplateVariables) {
  const [first] = variablesAskedFor(parsed).filter(({ name }) => !Object.hasOwn(variables, name));
  if (!first) return null;
  const { name, line, column } = first;
  return { line, column, message: `Unknown variable “${name}”.` };
}

function placeOf(error: unknown): { line: number; column: number } {
  if (!LiquidError.is(error)) return { line: 1, column: 1 };
  const [line = 1, column = 1] = error.token.getPosition();
  return { line, column };
}

// The library's message, without the position and the file name at its end.
function sentenceOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  if (message.startsWith('ENOENT')) return 'An email can’t include another file.';
  const words = message.replace(/(, file:.*)?, line:\d+, col:\d+$/s, '');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
