import { Section } from '@/components/section.tsx';
import { formatMoment } from '@/lib/moments.ts';
import type { HeldOutbox } from '@contracts/dashboard.ts';

const counted = (count: number, one: string) => `${count} ${count === 1 ? one : `${one}s`}`;

/** What a restored backup, or a copy of the data folder, still wanted to send. The operator decides about it on the server. */
export function HeldOutboxNotice({ held }: { held: HeldOutbox }) {
  const { backup_of: backupOf, mails, texts, refunds } = held;
  return (
    <Section
      heading={
        backupOf === null
          ? 'Messages wait in a copy of your data'
          : 'Messages wait since a backup was restored'
      }
      headingClassName="font-semibold"
      className="border-l-4 border-danger bg-danger-wash p-5"
    >
      <p className="mt-1 text-sm">
        {counted(mails, 'email')}, {counted(texts, 'text')} and {counted(refunds, 'refund')} may
        have been sent{' '}
        {backupOf === null
          ? 'by the server of the other folder'
          : `after the backup of ${formatMoment(backupOf)}`}
        . They and all reminders wait until the person who looks after your server sends or discards
        them.
      </p>
    </Section>
  );
}
