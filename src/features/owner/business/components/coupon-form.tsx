import type { Business } from '@domain/business/business.ts';
import { normaliseCoupon } from '@domain/money/typed-coupon.ts';
import { TextField } from '@/components/ui/field.tsx';
import { amountOrPercentOf, amountText, wholeOf } from '../typed-values.ts';
import { useDraftForm } from '../use-draft-form.ts';
import { AmountOrPercent, type TypedAmount } from './amount-or-percent.tsx';
import { CheckRow } from './check-row.tsx';
import { DraftForm } from './draft-form.tsx';

type Coupon = Business['coupons'][number];

type Values = {
  code: string;
  discount: TypedAmount;
  validFrom: string;
  validUntil: string;
  maxUses: string;
  isFirstVisitOnly: boolean;
  isAdvertised: boolean;
};

type CouponFormProps = {
  business: Business;
  /** Null for a new coupon. */
  code: string | null;
  onClose: () => void;
};

export function CouponForm({ business, code, onClose }: CouponFormProps) {
  const form = useDraftForm<Values>({
    business,
    valuesOf: (of) => valuesOf(of.coupons.find((one) => one.code === code)),
    apply: (to, values) => ({ ...to, coupons: withCoupon(to, couponOf(values), code) }),
    prefix: ({ coupons }) =>
      `coupons.${code === null ? coupons.length - 1 : business.coupons.findIndex((one) => one.code === code)}.`,
    onSaved: onClose,
  });
  const { values, set, problems } = form;
  return (
    <DraftForm form={form} label={values.code || 'New coupon'} onCancel={onClose}>
      <TextField
        className="sm:max-w-sm"
        label="Code"
        required
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        value={values.code}
        error={problems['code']}
        onChange={(event) => set({ code: event.target.value })}
      />
      <AmountOrPercent
        label="Discount"
        typed={values.discount}
        error={problems['discount.cents'] ?? problems['discount.basisPoints']}
        onChange={(discount) => set({ discount })}
      />
      <div className="grid items-start gap-5 sm:grid-cols-3">
        <TextField
          label="First day"
          type="date"
          value={values.validFrom}
          error={problems['validFrom']}
          onChange={(event) => set({ validFrom: event.target.value })}
        />
        <TextField
          label="Last day"
          type="date"
          value={values.validUntil}
          error={problems['validUntil']}
          onChange={(event) => set({ validUntil: event.target.value })}
        />
        <TextField
          label="Number of uses"
          inputMode="numeric"
          hint="By all customers. Empty is unlimited."
          value={values.maxUses}
          error={problems['maxUses']}
          onChange={(event) => set({ maxUses: event.target.value })}
        />
      </div>
      <div>
        <CheckRow
          checked={values.isFirstVisitOnly}
          onChange={(isFirstVisitOnly) => set({ isFirstVisitOnly })}
        >
          For a customer’s first visit only
        </CheckRow>
        <CheckRow checked={values.isAdvertised} onChange={(isAdvertised) => set({ isAdvertised })}>
          Show it on the home page, in place of any other coupon
        </CheckRow>
      </div>
    </DraftForm>
  );
}

const valuesOf = (coupon: Coupon | undefined): Values => ({
  code: coupon?.code ?? '',
  discount: coupon
    ? { kind: coupon.discount.kind, text: amountText(coupon.discount) }
    : { kind: 'amount', text: '' },
  validFrom: coupon?.validFrom ?? '',
  validUntil: coupon?.validUntil ?? '',
  maxUses: coupon?.maxUses == null ? '' : String(coupon.maxUses),
  isFirstVisitOnly: coupon?.isFirstVisitOnly ?? false,
  isAdvertised: coupon?.isAdvertised ?? false,
});

const couponOf = (values: Values): Coupon => ({
  code: normaliseCoupon(values.code),
  discount: amountOrPercentOf(values.discount.kind, values.discount.text),
  validFrom: values.validFrom || null,
  validUntil: values.validUntil || null,
  isFirstVisitOnly: values.isFirstVisitOnly,
  maxUses: values.maxUses.trim() === '' ? null : wholeOf(values.maxUses),
  isAdvertised: values.isAdvertised,
});

/** At most one coupon is on the home page. */
function withCoupon({ coupons }: Business, coupon: Coupon, code: string | null): Coupon[] {
  const others = coupons.map((one) =>
    coupon.isAdvertised && one.isAdvertised ? { ...one, isAdvertised: false } : one,
  );
  return code === null
    ? [...others, coupon]
    : others.map((one) => (one.code === code ? coupon : one));
}
