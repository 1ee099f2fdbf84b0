import type { Person } from '@contracts/customers.ts';
import { formatStartOf } from '@domain/time/start-format.ts';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Section } from '@/components/section.tsx';
import { Button } from '@/components/ui/button.tsx';
import { Notice, Problem } from '@/components/ui/notice.tsx';
import { adminBookingPath } from '@/config/admin-paths.ts';
import { failureSentence } from '@/lib/failure-sentence.ts';
import type { Whose } from '../api/customer.ts';
import { useErasure } from '../use-erasure.ts';
import { useExport } from '../use-export.ts';
import { useOtherAccounts } from '../use-other-accounts.ts';
import { EraseDialog } from './erase-dialog.tsx';
import { OtherAccountChoice } from './other-account-choice.tsx';

type CustomerPrivacyProps = {
  person: Person;
  whose: Whose;
  /** How to make sure that it is them who asks. */
  children: ReactNode;
  onErased?: () => void | Promise<void>;
};

/** What a person may ask for: a copy of what is kept about them, and to be taken out of it. */
export function CustomerPrivacy({ person, whose, children, onErased }: CustomerPrivacyProps) {
  const accounts = useOtherAccounts(person);
  const copy = useExport(whose, accounts);
  const erasure = useErasure(whose, accounts, onErased);
  return (
    <Section heading="Personal data" headingClassName="mb-3 heading-2" className="mt-14 max-w-2xl">
      <p className="text-ink-soft">
        Customers can ask for a copy of their data, or ask you to erase it. {children}
      </p>
      <OtherAccountChoice
        accounts={accounts}
        question={(email) => `Include the account ${email} in the copy`}
      />
      <Problem className="mt-5" title="The file could not be created">
        {copy.error && failureSentence(copy.error)}
      </Problem>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button
          variant="secondary"
          className="max-sm:w-full"
          busy={copy.isPending}
          onClick={() => copy.mutate()}
        >
          Download customer data
        </Button>
        {mayBeErased(person) && (
          <Button variant="danger" className="max-sm:w-full" onClick={() => erasure.ask(true)}>
            Erase customer data
          </Button>
        )}
      </div>
      <EraseBlocked person={person} />
      <EraseDialog person={person} accounts={accounts} question={erasure} />
    </Section>
  );
}

const mayBeErased = ({ in_the_way: ahead, is_administrator: isAdministrator }: Person): boolean =>
  !ahead && !isAdministrator;

function EraseBlocked({ person }: { person: Person }) {
  const { in_the_way: ahead, is_administrator: isAdministrator } = person;
  if (isAdministrator) {
    return (
      <Notice className="mt-6" title="This customer’s data can’t be erased here">
        The address belongs to an administrator.
      </Notice>
    );
  }
  if (!ahead) return null;
  return (
    <Notice className="mt-6" title="This customer’s data can’t be erased yet">
      There is an upcoming booking:{' '}
      <Link to={adminBookingPath(ahead.id)} className="font-semibold underline underline-offset-4">
        {formatStartOf(ahead)}
      </Link>
      . Cancel it first, or try again after the visit.
    </Notice>
  );
}
