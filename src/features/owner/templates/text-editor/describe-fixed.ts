import { variableLabel, variableLabels } from '@domain/mail/variable-labels.ts';

/** What a fixed block is called in the form, and what it says. */
export function describeFixed(html: string): { title: string; words: string } {
  const labels = [...html.matchAll(/<th\b[^>]*>([\s\S]*?)<\/th>/gi)]
    .map(([, label = '']) => plainWords(label).replace(/^\[(.*)\]$/, '$1'))
    .filter((label) => label !== '');
  if (labels.length > 0) return { title: 'Details', words: labels.join(' · ') };
  if (html.startsWith('{%')) return { title: 'Only when it applies', words: plainWords(html) };
  return { title: 'Fixed part', words: plainWords(html) };
}

/** The text of HTML and Liquid, with variables by their labels. What Liquid computes itself has none. */
export const plainWords = (html: string): string =>
  html
    .replace(/\{%-?\s*else\s*-?%\}/g, ' / ')
    .replace(/\{%[\s\S]*?%\}|<!--[\s\S]*?-->|<[^>]*>/g, ' ')
    .replace(/\{\{-?\s*([\s\S]*?)\s*-?\}\}/g, (_all, name: string) =>
      name in variableLabels ? `[${variableLabel(name)}]` : '',
    )
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 200);
