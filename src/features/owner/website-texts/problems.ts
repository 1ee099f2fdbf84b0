import { factNames, unknownFacts } from '@domain/texts/fill-text.ts';

/** The facts that a text may name, as the owner types them. */
export const factsInWords = factNames.map((name) => `{{ ${name} }}`).join(', ');

/** What is wrong with a text that customers will read; undefined when nothing is. */
export function problemOf(text: string): string | undefined {
  if (text.trim() === '') return 'Please enter a text.';
  const [unknown] = unknownFacts(text);
  return unknown === undefined
    ? undefined
    : `There is no detail called “${unknown}”. Use one of these: ${factsInWords}.`;
}
