import type { TaxRules } from '../business/business.ts';

/** What stands after "Prices for a sedan": whether tax comes on top of them, and on which bookings. */
export function taxBesidePrices({ rates, coversOnSite }: TaxRules): string {
  if (rates.length === 0) return '';
  return coversOnSite ? ', plus tax' : ', plus tax if you pay in full online';
}

/** The same as a sentence; empty without tax. */
export function taxOnPrices({ rates, coversOnSite }: TaxRules): string {
  if (rates.length === 0) return '';
  return coversOnSite
    ? 'Prices are plus tax.'
    : 'Prices are plus tax. No tax is added if you pay a deposit and the rest on site.';
}
