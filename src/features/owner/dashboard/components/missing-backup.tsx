import { Section } from '@/components/section.tsx';
import { formatMoment } from '@/lib/moments.ts';
import type { BackupTrouble } from '@contracts/dashboard.ts';

/** A scheduled backup that failed or is missing. The server makes the next one. */
export function MissingBackup({ trouble: { last, reason } }: { trouble: BackupTrouble }) {
  return (
    <Section
      heading="A backup is missing"
      headingClassName="font-semibold"
      className="border-l-4 border-danger bg-danger-wash p-5"
    >
      <p className="mt-1 text-sm">
        {last === null ? 'There is none yet.' : `The newest one is of ${formatMoment(last)}.`} We
        retry automatically. Tell the person who looks after your server.
      </p>
      {reason !== '' && <p className="mt-1 text-sm wrap-anywhere text-ink-soft">{reason}</p>}
    </Section>
  );
}
