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
      title={`Erase ${person.name ?? person.email ?? person.phone ?? 'this person'}?`}
      description="This cannot be undone, and nobody can bring it back. Download everything first if they asked for a copy."
      confirmLabel="Erase for good"
      cancelLabel="Keep this person"
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
        question={(email) => `Erase their account ${email}, too, with all that hangs on it`}
      />
      <Problem className="mt-5">{erasure.error && failureSentence(erasure.error)}</Problem>
    </ConfirmDialog>
  );
}

function consequences({ kept, has_account: hasAccount, ...person }: Person): string[] {
  return [
    kept.bookings > 0 &&
      `${counted(kept.bookings, 'booking')} and the payments stay in the books, without name, address, phone and email.`,
    person.other_addresses.length > 0 &&
      `Among them are those made with their account under ${person.other_addresses.join(' and ')}.`,
    'Your notes about them go, and so does what the history of changes says of them.',
    kept.reviews > 0 &&
      `${counted(kept.reviews, 'review')} ${kept.reviews === 1 ? 'stays' : 'stay'} under “A customer”.`,
    kept.inquiries > 0 && `${counted(kept.inquiries, 'inquiry', 'inquiries')} and the letters go.`,
    kept.waiting > 0 && 'They are taken off the waiting list.',
    hasAccount && 'Their account is deleted, and they are logged out everywhere.',
    person.has_unsubscribed
      ? 'That they want no requests for reviews is kept as a mark nobody can read.'
      : null,
  ].filter((line): line is string => typeof line === 'string');
}
