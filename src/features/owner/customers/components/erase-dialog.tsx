import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { Problem } from '@/components/ui/notice.tsx';
import type { Person } from '@contracts/customers.ts';
import { failureSentence } from '@/lib/failure-sentence.ts';
import type { useErasure } from '../use-erasure.ts';
import type { OtherAccounts } from '../use-other-accounts.ts';
import { counted } from '../visit-words.ts';
import { OtherAccountChoice } from './other-account-choice.tsx';

type EraseDialogProps = {
  person: Person;
  accounts: OtherAccounts;
  question: ReturnType<typeof useErasure>;
};

/** Says what goes and what stays before anybody is erased. */
export function EraseDialog({ person, accounts, question }: EraseDialogProps) {
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
