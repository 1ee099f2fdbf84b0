/** A tax of a stored booking. The lines of a booking add up to its tax. */
export type SoldTax = {
  /** "GST (5%)" */
  label: string;
  cents: number;
  /** Empty when there is none. */
  registrationNumber: string;
};

type StoredTaxes = {
  tax_cents: number;
  /** "GST (5%) and PST (7%)" */
  tax_label?: string;
  /** Null or missing for bookings that were sold before each tax was stored. */
  tax_lines?: readonly SoldTax[] | null | undefined;
};

/** The taxes of a booking one by one, as it was sold; one line for older bookings, none if no tax was charged. */
export function soldTaxes({ tax_cents, tax_label, tax_lines }: StoredTaxes): SoldTax[] {
  if (tax_cents === 0) return [];
  const lines = (tax_lines ?? []).filter(({ cents }) => cents > 0);
  const sum = lines.reduce((total, { cents }) => total + cents, 0);
  return sum === tax_cents
    ? lines
    : [{ label: tax_label || 'Tax', cents: tax_cents, registrationNumber: '' }];
}

/** What an amount due on site says about tax, by the taxes of the booking: "GST (5%) included", "No tax added". */
export const taxOnSite = (taxes: readonly Pick<SoldTax, 'label'>[]): string =>
  taxes.length === 0 ? 'No tax added' : `${taxes.map(({ label }) => label).join(' and ')} included`;

/** "GST (5%), registration no. 12345 6789 RT0001", or "GST (5%)" without a number. */
export const taxName = ({ label, registrationNumber }: Omit<SoldTax, 'cents'>): string =>
  registrationNumber ? `${label}, registration no. ${registrationNumber}` : label;
