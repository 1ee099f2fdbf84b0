import { buttonStyle } from '@/components/ui/button-style.ts';
import { formatPhone } from '@/lib/format-phone.ts';
import { textLink } from '@/lib/text-link.ts';
import type { Customer } from '@contracts/customers.ts';

/** A call, a text and a mail are one thumb away. */
export function ReachCustomer({ customer }: { customer: Customer }) {
  const { email, phone } = customer;
  return (
    <div className="-mt-2 mb-10">
      <p className="flex gap-3">
        {phone && (
          <a href={`tel:${phone}`} className={buttonStyle('primary', 'max-sm:flex-1')}>
            Call
          </a>
        )}
        {phone && (
          <a href={textLink(phone)} className={buttonStyle('secondary', 'max-sm:flex-1')}>
            Text
          </a>
        )}
        <a href={`mailto:${email}`} className={buttonStyle('secondary', 'max-sm:flex-1')}>
          Email
        </a>
      </p>
      <p className="mt-3 wrap-anywhere text-ink-soft">
        {phone && <span className="whitespace-nowrap">{formatPhone(phone)}, </span>}
        {email}
      </p>
    </div>
  );
}
