import {
  onSiteMethods,
  type OnSiteMethod,
  type PaymentMethod,
} from '@domain/money/payment-methods.ts';
import { SelectField } from '@/components/ui/field.tsx';
import { onSiteLabels } from './payment-form.tsx';

/** How money goes back by hand, at first: as it was paid, or by e-transfer when it was paid online. */
export const firstRefundMethod = (paidBy: PaymentMethod): OnSiteMethod =>
  paidBy === 'online' ? 'e_transfer' : paidBy;

type RefundMethodFieldProps = { value: OnSiteMethod; onChange: (method: OnSiteMethod) => void };

/** What a refund by hand was paid back with. */
export const RefundMethodField = ({ value, onChange }: RefundMethodFieldProps) => (
  <SelectField
    label="Refunded by"
    value={value}
    onChange={({ target }) => onChange(target.value as OnSiteMethod)}
  >
    {onSiteMethods.map((method) => (
      <option key={method} value={method}>
        {onSiteLabels[method]}
      </option>
    ))}
  </SelectField>
);
