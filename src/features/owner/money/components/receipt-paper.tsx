import { carName } from '@domain/booking/car-name.ts';
import { bookingNumber } from '@domain/booking/booking-number.ts';
import { localToday } from '@domain/time/local-day.ts';
import { formatCents } from '@domain/money/money.ts';
import type { Receipt } from '@domain/money/receipt.ts';
import { formatDate, formatTime } from '@domain/time/time-format.ts';
import { useNow } from '@/lib/use-now.ts';
import { formatInstantDay } from '@/lib/moments.ts';
import type { StoredReceipt } from '@contracts/money.ts';
import { receiptOf } from '../receipt-of.ts';
import { useBusiness } from '@/lib/business.ts';

/** What goes on paper: one page. */
export function ReceiptPaper({ stored }: { stored: StoredReceipt }) {
  const { facts } = useBusiness();
  const receipt = receiptOf(stored);
  const { booking } = stored;
  const today = localToday(useNow());
  return (
    <article className="receipt-paper" aria-label={`Receipt ${receipt.number}`}>
      <header className="receipt-head">
        <div>
          <p className="receipt-business">{facts.name}</p>
          <p>{facts.location}</p>
          <p>{facts.phone}</p>
          <p>{facts.bookingEmail}</p>
        </div>
        <dl className="receipt-facts">
          <div>
            <dt>Receipt</dt>
            <dd>{receipt.number}</dd>
          </div>
          <div>
            <dt>Printed</dt>
            <dd>{formatDate(today)}</dd>
          </div>
        </dl>
      </header>
      <div className="receipt-parties">
        <section aria-label="Customer">
          <h2>For</h2>
          <p>{booking.customer_name}</p>
          <p>{booking.address}</p>
          <p>
            {booking.city}, {booking.province} {booking.postal_code}
          </p>
          {booking.customer_email && <p>{booking.customer_email}</p>}
        </section>
        <section aria-label="Visit">
          <h2>Visit</h2>
          <p>{formatDate(booking.booking_date)}</p>
          <p>{formatTime(booking.booking_time)}</p>
          <p>{carName(booking)}</p>
          {booking.status === 'cancelled' && <p className="font-semibold">Cancelled</p>}
        </section>
      </div>
      <Charges receipt={receipt} />
      <Paid receipt={receipt} />
      <p className="receipt-foot">
        Booking {bookingNumber(booking.id)}. Amounts in Canadian dollars.
      </p>
    </article>
  );
}

function Charges({ receipt }: { receipt: Receipt }) {
  return (
    <table className="receipt-lines">
      <caption>Charges</caption>
      <tbody>
        {receipt.lines.map((line) => (
          <Line key={line.label} label={line.label} cents={line.cents} />
        ))}
        {receipt.lines.length > 1 && <Line label="Subtotal" cents={receipt.subtotalCents} />}
        {receipt.taxes.map((tax) => (
          <Line key={tax.label} label={tax.label} cents={tax.cents} />
        ))}
        {receipt.taxes.length === 0 && (
          <tr>
            <th scope="row">Tax</th>
            <td>No tax charged</td>
          </tr>
        )}
        {receipt.tipCents > 0 && <Line label="Tip (not taxed)" cents={receipt.tipCents} />}
        {receipt.reduction && <Line {...receipt.reduction} />}
      </tbody>
      <tfoot>
        <Line label="Total" cents={receipt.totalCents} />
      </tfoot>
    </table>
  );
}

function Paid({ receipt }: { receipt: Receipt }) {
  return (
    <table className="receipt-lines">
      <caption>Payments</caption>
      <tbody>
        {receipt.payments.length === 0 && (
          <tr>
            <th scope="row" colSpan={2}>
              Nothing has been paid yet.
            </th>
          </tr>
        )}
        {receipt.payments.map(({ label, cents, at }, index) => (
          <Line key={index} label={`${label}, ${formatInstantDay(at)}`} cents={cents} />
        ))}
        {receipt.refunds.map(({ label, cents, at, isOnItsWay }, index) => (
          <Line
            key={index}
            label={`Refund, ${label.toLowerCase()}, ${formatInstantDay(at)}${isOnItsWay ? ' (in progress)' : ''}`}
            cents={-cents}
          />
        ))}
      </tbody>
      <tfoot>
        <Line label="Paid, less refunds" cents={receipt.paidCents - receipt.refundedCents} />
        {receipt.owedCents > 0 && <Line label="Still to be refunded" cents={receipt.owedCents} />}
        <Line label="Balance due" cents={receipt.leftCents} />
      </tfoot>
    </table>
  );
}

function Line({ label, cents }: { label: string; cents: number }) {
  return (
    <tr>
      <th scope="row">{label}</th>
      <td>{formatCents(cents)}</td>
    </tr>
  );
}
