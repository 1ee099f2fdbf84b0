import { Link } from 'wouter';
import { formatStartOf } from '@domain/time/start-format.ts';
import { adminBookingPath } from '@/config/admin-paths.ts';
import type { OtherAccount } from '@contracts/customers.ts';
import type { OtherAccounts } from '../use-other-accounts.ts';
import { counted } from '../visit-words.ts';

type OtherAccountChoiceProps = {
  accounts: OtherAccounts;
  /** What is asked of each. */
  question: (email: string) => string;
};

/** Each account of another address, with what hangs on it, and whether it is taken to be the person's. */
export function OtherAccountChoice({ accounts, question }: OtherAccountChoiceProps) {
  return accounts.all.map((account) => (
    <div key={account.id} className="mt-5 border-l-4 border-brass bg-citrine-wash px-5 py-3">
      <label className="flex min-h-11 cursor-pointer items-start gap-4">
        <input
          type="checkbox"
          checked={accounts.chosen.includes(account)}
          onChange={() => accounts.toggle(account.id)}
          className="mt-1 size-6 shrink-0 accent-lacquer"
        />
        <span className="min-w-0 font-semibold wrap-anywhere">{question(account.email)}</span>
      </label>
      <p className="mt-1 pl-10 text-sm">
        Some of these bookings were made with this account. Its address changed later, or another
        person booked for the customer. {otherData(account)}
      </p>
      {account.in_the_way && (
        <p className="mt-2 pl-10 text-sm">
          This account has an upcoming booking:{' '}
          <Link
            to={adminBookingPath(account.in_the_way.id)}
            className="font-semibold underline underline-offset-4"
          >
            {formatStartOf(account.in_the_way)}
          </Link>
          . You can erase the account after this visit, or if you cancel it.
        </p>
      )}
    </div>
  ));
}

/** "2 more bookings hang on it, under mia@example.com, and 1 inquiry." */
function otherData({ kept, addresses }: OtherAccount): string {
  const under = addresses.length > 0 ? ` (made with ${addresses.join(' and ')})` : '';
  const parts = [
    kept.bookings > 0 && `${counted(kept.bookings, 'more booking')}${under}`,
    kept.reviews > 0 && counted(kept.reviews, 'review'),
    kept.inquiries > 0 && counted(kept.inquiries, 'inquiry', 'inquiries'),
    kept.waiting > 0 && `${counted(kept.waiting, 'place')} on the waiting list`,
  ].filter((part) => part !== false);
  return parts.length > 0 ? `Its data: ${parts.join(', ')}.` : 'It has no other data.';
}
