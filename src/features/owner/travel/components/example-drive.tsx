import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { AnswerOf } from '@contracts/contract.ts';
import type { exampleDrive } from '@contracts/travel.ts';
import { checkPostalCode } from '@domain/contact/field-checks.ts';
import { formatDuration } from '@domain/time/time-format.ts';
import { Section } from '@/components/section.tsx';
import { TextField } from '@/components/ui/field.tsx';
import { failureSentence } from '@/lib/failure-sentence.ts';
import { driveQuery } from '../api/travel-page.ts';
import type { TravelEditor } from '../use-travel-editor.ts';

/** The drive between two postal codes under the settings as typed. */
export function ExampleDrive({ editor }: { editor: TravelEditor }) {
  const { settings, changes } = editor;
  const [from, setFrom] = useState(settings.basePostalCode ?? '');
  const [to, setTo] = useState('');
  const [one, other] = [checkPostalCode(from), checkPostalCode(to)];
  const query = useQuery(
    driveQuery(one.ok && other.ok ? { from: one.value, to: other.value, changes } : null),
  );
  const isAsked = one.ok && other.ok;
  return (
    <Section heading="Example">
      <p className="mt-2 mb-6 max-w-xl text-ink-soft">
        See how long a drive counts with the values above, saved or not.
      </p>
      <div className="grid max-w-xl items-start gap-6 sm:grid-cols-2">
        <PostalCode label="From postal code" value={from} onChange={setFrom} />
        <PostalCode label="To postal code" value={to} onChange={setTo} />
      </div>
      <p role="status" className="mt-5 max-w-xl">
        {isAsked && (query.error ? failureSentence(query.error) : answerOf(query.data))}
      </p>
    </Section>
  );
}

type Drive = NonNullable<AnswerOf<typeof exampleDrive>>;

function answerOf(drive: Drive | null | undefined) {
  if (drive === undefined) return 'Calculating...';
  if (drive === null) return 'We don’t know where one of these postal codes is.';
  return (
    <>
      <strong>{formatDuration(drive.minutes)}</strong> for {drive.kilometres} km. Between two visits
      there must be {formatDuration(drive.gapMinutes)}, with packing up and setting up.
      {drive.isMeasured && ' Your routing service measured this drive.'}
    </>
  );
}

type PostalCodeProps = { label: string; value: string; onChange: (text: string) => void };

const PostalCode = ({ label, value, onChange }: PostalCodeProps) => (
  <TextField
    label={label}
    placeholder="L7C 1A1"
    autoCapitalize="characters"
    autoComplete="off"
    value={value}
    onChange={(event) => onChange(event.target.value)}
  />
);
