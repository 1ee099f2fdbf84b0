/** What was typed as an address that a link can have; null if it is none. */
export function linkAddress(typed: string): string | null {
  const text = typed.trim();
  if (/^(https?:\/\/[^\s/]+|mailto:[^\s@]+@|tel:\+?\d)\S*$/i.test(text)) return text;
  if (/^[^\s@/]+@[^\s@/]+\.[a-z]{2,}$/i.test(text)) return `mailto:${text}`;
  if (/^[a-z0-9-]+(\.[a-z0-9-]+)+(\/\S*)?$/i.test(text)) return `https://${text}`;
  return /^\+?[\d\s()-]{7,}$/.test(text) ? `tel:${text.replace(/[^\d+]/g, '')}` : null;
}

/** "{{ booking_url }}" -> "booking_url"; null for a typed address. */
export const variableOf = (href: string): string | null =>
  /^\{\{\s*(\w+)\s*\}\}$/.exec(href)?.[1] ?? null;
