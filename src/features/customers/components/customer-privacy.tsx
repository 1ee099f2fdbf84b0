import { Link } from 'react-router';
import { Button } from '@/components/ui/button.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { adminBookingPath } from '@/config/admin-paths.ts';
import type { Customer } from '../api/customer.ts';
import { useErasure } from '../use-erasure.ts';
import { useExport } from '../use-export.ts';
import { appointmentText } from '../visit-words.ts';
import { EraseDialog } from './erase-dialog.tsx';

/** What a person may ask for: a copy of what is kept about them, and to be taken out of it. */
export function CustomerPrivacy({ customer }: { customer: Customer }) {
  const copy = useExport(customer.email);
  const erasure = useErasure(customer.email);
  return (
    <section aria-labelledby="privacy" className="mt-14 max-w-2xl">
      <h2 id="privacy" className="mb-3 heading-2">
        On request
      </h2>
      <p className="text-ink-soft">
        A person may ask what you keep about them, and ask you to forget them. Make sure that it is
        them: answer to {customer.email}.
      </p>
      {copy.problem && (
        <Notice tone="danger" className="mt-5" title="The file could not be made">
          {copy.problem}
        </Notice>
      )}
      <div className="mt-6 flex flex-wrap gap-3">
        <Button
          variant="secondary"
          className="max-sm:w-full"
          busy={copy.isBusy}
          onClick={() => void copy.download()}
        >
          Download Everything Kept
        </Button>
        {mayBeErased(customer) && (
          <Button variant="danger" className="max-sm:w-full" onClick={() => erasure.ask(true)}>
            Erase This Person
          </Button>
        )}
      </div>
      <WhyNot customer={customer} />
      <EraseDialog customer={customer} erasure={erasure} />
    </section>
  );
}

const mayBeErased = ({ in_the_way: ahead, is_administrator: isAdministrator }: Customer): boolean =>
  !ahead && !isAdministrator;

function WhyNot({ customer }: { customer: Customer }) {
  const { in_the_way: ahead, is_administrator: isAdministrator } = customer;
  if (isAdministrator) {
    return (
      <Notice className="mt-6" title="This person cannot be erased here">
        The address belongs to an administrator.
      </Notice>
    );
  }
  if (!ahead) return null;
  return (
    <Notice className="mt-6" title="This person cannot be erased yet">
      A booking is ahead:{' '}
      <Link to={adminBookingPath(ahead.id)} className="font-semibold underline underline-offset-4">
        {appointmentText(ahead)}
      </Link>
      . Cancel it first, or come back after the visit.
    </Notice>
  );
}
