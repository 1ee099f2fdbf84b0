import type { Customer } from '../api/customer.ts';

/** A call and a mail are one thumb away. */
export function ReachCustomer({ customer }: { customer: Customer }) {
  const { email, phone } = customer;
  return (
    <ul className="mb-10 flex flex-wrap gap-x-8">
      {phone && (
        <li>
          <a href={`tel:${phone}`} className={link}>
            Call {readable(phone)}
          </a>
        </li>
      )}
      <li className="min-w-0">
        <a href={`mailto:${email}`} className={`${link} break-all`}>
          {email}
        </a>
      </li>
    </ul>
  );
}

const link = 'inline-flex min-h-11 items-center font-semibold underline underline-offset-4';

/** "+19055550101" -> "(905) 555-0101"; a number of another country stays as it is. */
const readable = (phone: string): string =>
  phone.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3');
