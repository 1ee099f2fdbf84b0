import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { visibleServices } from '../booking/catalogue.ts';
import { anyCatalogue } from '../testing/any-catalogue.ts';
import { bookingPaymentOptions, quote } from './pricing.ts';
import { soldTaxes, taxName, taxOnSite } from './sold-taxes.ts';

const gst = { label: 'GST (5%)', cents: 500, registrationNumber: '12345 6789 RT0001' };
const pst = { label: 'PST (7%)', cents: 700, registrationNumber: '' };

describe('The taxes of a stored booking', () => {
  it('are the lines that it was sold with', () => {
    const booking = { tax_cents: 1200, tax_label: 'GST (5%) and PST (7%)', tax_lines: [gst, pst] };
    expect(soldTaxes(booking)).toEqual([gst, pst]);
  });

  it('are one line for a booking that has only their sum', () => {
    const line = { label: 'GST (5%)', cents: 500, registrationNumber: '' };
    expect(soldTaxes({ tax_cents: 500, tax_label: 'GST (5%)' })).toEqual([line]);
    expect(soldTaxes({ tax_cents: 500, tax_label: '', tax_lines: null })).toEqual([
      { ...line, label: 'Tax' },
    ]);
  });

  it('are none when no tax was charged, although the booking has the label', () => {
    expect(soldTaxes({ tax_cents: 0, tax_label: 'GST (5%)', tax_lines: [] })).toEqual([]);
  });

  it('add up to the tax of any quote', () => {
    fc.assert(
      fc.property(
        anyCatalogue,
        fc.integer({ min: 0, max: 50_000 }),
        fc.constantFrom(...bookingPaymentOptions),
        (business, tipCents, paymentOption) => {
          const [service] = visibleServices(business);
          const [vehicle] = business.vehicleClasses;
          if (!service || !vehicle) return;
          const { taxCents, taxLines } = quote(business, {
            service,
            vehicleType: vehicle.id,
            tipCents,
            paymentOption,
          });
          const sold = soldTaxes({ tax_cents: taxCents, tax_label: '', tax_lines: taxLines });
          expect(sold.reduce((sum, { cents }) => sum + cents, 0)).toBe(taxCents);
          expect(sold.every(({ cents }) => cents > 0)).toBe(true);
        },
      ),
    );
  });

  it('have their registration number beside their name', () => {
    expect(taxName(gst)).toBe('GST (5%), registration no. 12345 6789 RT0001');
    expect(taxName(pst)).toBe('PST (7%)');
  });

  it('say beside an amount due on site whether they are included', () => {
    expect(taxOnSite([])).toBe('No tax added');
    expect(taxOnSite([gst])).toBe('GST (5%) included');
    expect(taxOnSite([gst, pst])).toBe('GST (5%) and PST (7%) included');
  });
});
