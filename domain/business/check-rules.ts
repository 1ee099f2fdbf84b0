import { bad, good, type FieldResult } from '../contact/field-checks.ts';
import { leastChargeCents } from '../money/least-charge.ts';
import { isLocalDate } from '../time/local-day.ts';
import type { Business } from './business.ts';
import { failures, withPath, type Problems } from './problems.ts';
import {
  checkCents,
  checkOptional,
  checkPercent,
  checkStored,
  checkWhole,
} from './value-checks.ts';

type Coupon = Business['coupons'][number];

const mostTaxes = 4;

export const checkRules = ({ tax, deposit, freeCancellationHours }: Business): Problems => ({
  ...failures({
    freeCancellationHours: checkWhole(freeCancellationHours, 0, 720),
    'tax.rates':
      tax.rates.length > mostTaxes ? bad(`There can be up to ${mostTaxes} taxes.`) : good(null),
    ...(deposit.kind === 'amount'
      ? { 'deposit.cents': checkCents(deposit.cents, leastChargeCents, 1_000_000) }
      : { 'deposit.basisPoints': checkPercent(deposit.basisPoints, 100, 10_000) }),
  }),
  ...(Object.assign(
    {},
    ...tax.rates.map((rate, index) =>
      withPath(
        `tax.rates.${index}`,
        failures({
          label: checkTaxLabel(rate),
          basisPoints: checkPercent(rate.basisPoints, 1, 5_000),
          registrationNumber: checkOptional(rate.registrationNumber, 40),
        }),
      ),
    ),
  ) as Problems),
});

/** A rate named in the label is the one that is charged; "QST (9.975%)" is charged in hundredths of a percent. */
function checkTaxLabel({
  label,
  basisPoints,
}: Business['tax']['rates'][number]): FieldResult<string> {
  const named = /(\d+(?:[.,]\d+)?)\s*%/.exec(label)?.[1];
  return named && Math.round(Number(named.replace(',', '.')) * 100) !== basisPoints
    ? bad(
        `The name says ${named}%, but the rate is ${basisPoints / 100}%. Please make them the same.`,
      )
    : checkStored(label, 'a name', 40);
}

export const checkCoupon = (coupon: Coupon): Problems =>
  failures({
    code: /^[A-Z0-9][A-Z0-9_-]{2,29}$/.test(coupon.code)
      ? good(coupon.code)
      : bad('Please enter 3 to 30 capital letters and digits, without spaces.'),
    ...(coupon.discount.kind === 'amount'
      ? { 'discount.cents': checkCents(coupon.discount.cents, 1, 1_000_000) }
      : { 'discount.basisPoints': checkPercent(coupon.discount.basisPoints, 1, 10_000) }),
    validFrom: checkDay(coupon.validFrom),
    validUntil: checkUntil(coupon),
    maxUses: coupon.maxUses === null ? good(null) : checkWhole(coupon.maxUses, 1, 1_000_000),
  });

const checkDay = (day: string | null): FieldResult<string | null> =>
  day === null || isLocalDate(day) ? good(day) : bad('Please choose a day.');

function checkUntil({ validFrom, validUntil }: Coupon): FieldResult<string | null> {
  if (validFrom !== null && validUntil !== null && validUntil < validFrom) {
    return bad('The last day must not be before the first.');
  }
  return checkDay(validUntil);
}
