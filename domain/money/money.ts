/** 13499 -> "$134.99". By hand, because a phone takes 80 ms to set up its own formatter. */
export function formatCents(cents: number): string {
  const [dollars = '', rest = ''] = (Math.abs(cents) / 100).toFixed(2).split('.');
  return `${cents < 0 ? '−' : ''}$${dollars.replaceAll(/\B(?=(?:\d{3})+$)/g, ',')}.${rest}`;
}

/** 2000 -> "$20", 2050 -> "$20.50" */
export const formatShortCents = (cents: number): string => formatCents(cents).replace(/\.00$/, '');

/** A part of an amount, rounded to the cent. Basis points are hundredths of a percent. */
export const partOf = (cents: number, basisPoints: number): number =>
  Math.round((cents * basisPoints) / 10_000);
