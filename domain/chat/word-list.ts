/** "9 AM, 12 PM and 3 PM" */
export const allOf = (items: readonly string[]): string => joined(items, 'and');

/** "L7C, L7E or M5" */
export const eitherOf = (items: readonly string[]): string => joined(items, 'or');

function joined(items: readonly string[], word: string): string {
  return items.length < 2
    ? items.join('')
    : `${items.slice(0, -1).join(', ')} ${word} ${items.at(-1) ?? ''}`;
}
