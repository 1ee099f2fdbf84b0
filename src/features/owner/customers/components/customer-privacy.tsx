import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { Section } from '@/components/section.tsx';
import { Button } from '@/components/ui/button.tsx';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { Notice, Problem } from '@/components/ui/notice.tsx';
import { adminBookingPath } from '@/config/admin-paths.ts';
import { failureSentence } from '@/lib/failure-sentence.ts';
import { saveData } from '@/lib/save-file.ts';
import { toast } from '@/lib/toast.ts';
import type { Person } from '@contracts/customers.ts';
import { formatStartOf } from '@domain/time/start-format.ts';
import {
  type Whose,
  getCustomerData,
  eraseCustomer,
  customersKey,
  personKey,
} from '../api/customer.ts';
import { useOtherAccounts, type OtherAccounts } from '../use-other-accounts.ts';
import { counted } from '../visit-words.ts';
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

/** Everything that is kept about a person, as a file that they can be sent. */
const useExport = (whose: Whose, accounts: OtherAccounts) =>
  useMutation({
    mutationFn: () =>
      getCustomerData(
        whose,
        accounts.chosen.map(({ id }) => id),
      ),
    onSuccess: (data) => {
      const name = 'email' in whose ? whose.email : whose.phone;
      saveData(name.replace(/[^a-z0-9]+/g, '-'), data);
      toast({ title: 'Downloaded', description: 'The file is in your downloads.' });
    },
  });

type EraseDialogProps = {
  person: Person;
  accounts: OtherAccounts;
  question: ReturnType<typeof useErasure>;
};

/** Says what goes and what stays before anybody is erased. */
function EraseDialog({ person, accounts, question }: EraseDialogProps) {
  const { erasure } = question;
  return (
    <ConfirmDialog
      open={question.isAsking}
      onOpenChange={question.ask}
      title={`Erase ${person.name ?? person.email ?? person.phone ?? 'this customer'}?`}
      description="You can’t undo this. If the customer asked for a copy, download it first."
      confirmLabel="Erase data"
      cancelLabel="Keep data"
      variant="danger"
      busy={erasure.isPending}
      onConfirm={() => erasure.mutate()}
    >
      <ul className="grid list-disc gap-2 pl-5">
        {consequences(person).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <OtherAccountChoice
        accounts={accounts}
        question={(email) => `Also erase the account ${email} and its data`}
      />
      <Problem className="mt-5">{erasure.error && failureSentence(erasure.error)}</Problem>
    </ConfirmDialog>
  );
}

function consequences({ kept, has_account: hasAccount, ...person }: Person): string[] {
  return [
    kept.bookings > 0 &&
      `${counted(kept.bookings, 'booking')} and the payments stay in your books without name, address, phone and email.`,
    person.other_addresses.length > 0 &&
      `This includes bookings made with the account under ${person.other_addresses.join(' and ')}.`,
    'Your notes and the customer’s details in the history are deleted.',
    kept.reviews > 0 &&
      `${counted(kept.reviews, 'review')} ${kept.reviews === 1 ? 'stays' : 'stay'} under “A customer”.`,
    kept.inquiries > 0 &&
      `${counted(kept.inquiries, 'inquiry', 'inquiries')} and the emails are deleted.`,
    kept.waiting > 0 && 'The customer’s places on the waiting list are deleted.',
    hasAccount && 'The account is deleted and signed out on every device.',
    person.has_unsubscribed
      ? 'The unsubscription from review requests is kept in a form that doesn’t show the address.'
      : null,
  ].filter((line): line is string => typeof line === 'string');
}

/** The question before a person is erased. `onErased` leads away from what is gone then. */
function useErasure(whose: Whose, accounts: OtherAccounts, onErased?: () => void | Promise<void>) {
  const client = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);

  const erasure = useMutation({
    mutationFn: () =>
      eraseCustomer(
        whose,
        accounts.chosen.map(({ id }) => id),
      ),
    onSuccess: async () => {
      toast({ title: 'Customer Data Erased', description: erasedText(accounts) });
      setIsAsking(false);
      await onErased?.();
      // Whatever else is shown of bookings may still carry the name.
      client.removeQueries({ queryKey: personKey(whose), type: 'inactive' });
      await client.invalidateQueries();
    },
    // What was refused may be because of something new, such as a booking.
    onError: () => client.invalidateQueries({ queryKey: customersKey }),
  });

  const ask = (isAsked: boolean) => {
    erasure.reset();
    setIsAsking(isAsked);
  };

  return { isAsking, ask, erasure };
}

function erasedText({ all, chosen }: OtherAccounts): string {
  const left = all.filter((account) => !chosen.includes(account)).map(({ email }) => email);
  const books = 'Your books stay, without the customer’s details.';
  if (left.length === 0) return books;
  return `${books} The data of ${left.join(' and ')} stays, too.`;
}
