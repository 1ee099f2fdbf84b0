import { useState } from 'react';
import type { Crew } from '@contracts/crews.ts';
import { Section } from '@/components/section.tsx';
import { Button } from '@/components/ui/button.tsx';
import { TextField } from '@/components/ui/field.tsx';
import { Problem } from '@/components/ui/notice.tsx';
import { failureSentence } from '@/lib/failure-sentence.ts';
import { addMember, removeMember } from '../api/crews.ts';
import { useCrewChange } from '../use-crew-change.ts';

type Member = Crew['members'][number];

/** Who works in a crew. A member signs in and sees the visits of this crew alone. */
export function CrewMembers({ crew }: { crew: Crew }) {
  const [email, setEmail] = useState('');
  const adding = useCrewChange(
    (address: string) => addMember(crew.number, address),
    (address) => ({
      title: 'Member Added',
      description: `${address.trim()} now sees these visits.`,
    }),
  );
  const removing = useCrewChange(
    ({ user_id: id }: Member) => removeMember(id),
    ({ email: address }) => ({
      title: 'Member Removed',
      description: `${address} no longer sees these visits.`,
    }),
  );
  return (
    <Section
      heading={
        <>
          Members<span className="sr-only"> of {crew.title}</span>
        </>
      }
      level={3}
    >
      {crew.members.length > 0 && (
        <ul className="mt-3 border-t border-hairline">
          {crew.members.map((member) => (
            <li
              key={member.user_id}
              className="flex flex-wrap items-center justify-between gap-x-4 border-b border-hairline py-1"
            >
              <span className="min-w-0 wrap-anywhere">{member.email}</span>
              <Button
                variant="ghost"
                className="px-0"
                busy={removing.isPending && removing.variables.user_id === member.user_id}
                onClick={() => removing.mutate(member)}
              >
                Remove<span className="sr-only"> {member.email}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Problem title="Not removed">{removing.error && failureSentence(removing.error)}</Problem>
      <form
        noValidate
        className="mt-4 flex flex-wrap items-start gap-4 max-sm:flex-col max-sm:items-stretch"
        onSubmit={(event) => {
          event.preventDefault();
          if (!adding.isPending) adding.mutate(email, { onSuccess: () => setEmail('') });
        }}
      >
        <TextField
          label="Email address of an account"
          type="email"
          autoComplete="off"
          className="flex-1"
          error={adding.error ? failureSentence(adding.error) : undefined}
          value={email}
          onChange={({ target }) => setEmail(target.value)}
        />
        <Button type="submit" variant="secondary" className="sm:mt-7" busy={adding.isPending}>
          Add member
        </Button>
      </form>
    </Section>
  );
}
