import { useState } from 'react';
import type { Crew } from '@contracts/crews.ts';
import { Section } from '@/components/section.tsx';
import { Button } from '@/components/ui/button.tsx';
import { TextField } from '@/components/ui/field.tsx';
import { Problem } from '@/components/ui/notice.tsx';
import { failureSentence } from '@/lib/failure-sentence.ts';
import { inviteMember, removeMember, withdrawInvitation } from '../api/crews.ts';
import { useCrewChange } from '../use-crew-change.ts';

type Member = Crew['members'][number];

const row =
  'flex flex-wrap items-center justify-between gap-x-4 border-b border-hairline py-1 min-h-11';

/**
 * Who works in a crew. A member signs in and sees the visits of this crew alone. Somebody without an account is invited,
 * and is a member once their address is confirmed.
 */
export function CrewMembers({ crew }: { crew: Crew }) {
  const [email, setEmail] = useState('');
  const inviting = useInviting(crew);
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
      {crew.members.length + crew.invitations.length > 0 && (
        <ul className="mt-3 border-t border-hairline">
          {crew.members.map((member) => (
            <li key={member.user_id} className={row}>
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
          {crew.invitations.map((address) => (
            <Invitation key={address} crew={crew} address={address} />
          ))}
        </ul>
      )}
      <Problem title="Not removed">{removing.error && failureSentence(removing.error)}</Problem>
      <form
        noValidate
        className="mt-4 flex flex-wrap items-start gap-4 max-sm:flex-col max-sm:items-stretch"
        onSubmit={(event) => {
          event.preventDefault();
          if (!inviting.isPending) inviting.mutate(email, { onSuccess: () => setEmail('') });
        }}
      >
        <TextField
          label="Email address"
          hint="We email a link. Without an account, the person can sign up with this address within 14 days."
          type="email"
          autoComplete="off"
          className="flex-1"
          error={inviting.error ? failureSentence(inviting.error) : undefined}
          value={email}
          onChange={({ target }) => setEmail(target.value)}
        />
        <Button type="submit" variant="secondary" className="sm:mt-7" busy={inviting.isPending}>
          Add member
        </Button>
      </form>
    </Section>
  );
}

const useInviting = (crew: Crew) =>
  useCrewChange(
    (address: string) => inviteMember(crew.number, address),
    (address, isInvited) =>
      isInvited
        ? {
            title: 'Invitation Sent',
            description: `${address.trim()} sees these visits after signing in.`,
          }
        : { title: 'Member Added', description: `${address.trim()} now sees these visits.` },
  );

/** An address that was invited and has no confirmed account yet. */
function Invitation({ crew, address }: { crew: Crew; address: string }) {
  const resending = useInviting(crew);
  const withdrawing = useCrewChange(withdrawInvitation, () => ({
    title: 'Invitation Withdrawn',
    description: `${address} can no longer join ${crew.title}.`,
  }));
  return (
    <li className={row}>
      <span className="min-w-0 wrap-anywhere">
        {address}
        <span className="block text-sm text-ink-soft">Invited, not signed in yet</span>
      </span>
      <span className="flex gap-x-5">
        <Button
          variant="ghost"
          className="px-0"
          busy={resending.isPending}
          onClick={() => resending.mutate(address)}
        >
          Resend <span className="sr-only">invitation to {address}</span>
        </Button>
        <Button
          variant="ghost"
          className="px-0"
          busy={withdrawing.isPending}
          onClick={() => withdrawing.mutate(address)}
        >
          Withdraw <span className="sr-only">invitation to {address}</span>
        </Button>
      </span>
      <Problem title="Not sent" className="w-full">
        {resending.error && failureSentence(resending.error)}
      </Problem>
      <Problem title="Not withdrawn" className="w-full">
        {withdrawing.error && failureSentence(withdrawing.error)}
      </Problem>
    </li>
  );
}
