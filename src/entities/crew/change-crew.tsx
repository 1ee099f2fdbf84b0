import { useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'wouter';
import { FormPanel } from '@/components/form-panel.tsx';
import { NotLoaded } from '@/components/not-loaded.tsx';
import { Button } from '@/components/ui/button.tsx';
import { RadioCard } from '@/components/ui/radio-card.tsx';
import { failureSentence } from '@/lib/failure-sentence.ts';
import type { AnswerOf } from '@contracts/contract.ts';
import type { crewsForVisit, InTheWay } from '@contracts/crews.ts';
import { formatTime } from '@domain/time/time-format.ts';
import { adminBookingPath } from '@/config/admin-paths.ts';
import { toast } from '@/lib/toast.ts';
import { changeCrew, crewsForVisitQuery, type VisitOfCrew } from './crews-for-visit.ts';

type CrewForVisit = AnswerOf<typeof crewsForVisit>[number];

/** Which crew has the visit, and the way to give it to another one. Nothing while there is one crew. */
export function ChangeCrew({ booking }: { booking: VisitOfCrew }) {
  const [isOpen, setIsOpen] = useState(false);
  const { data: crews = [] } = useQuery(crewsForVisitQuery(booking));
  const present = crews.find(({ is_present: isPresent }) => isPresent);
  if (crews.length < 2 || !present) return null;
  if (isOpen) return <CrewForm booking={booking} onClose={() => setIsOpen(false)} />;
  return (
    <p className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-y border-hairline py-3">
      <span className="min-w-0 wrap-anywhere">
        <span className="text-ink-soft">Crew: </span>
        <span className="font-semibold">{present.title}</span>
      </span>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        Change crew
      </Button>
    </p>
  );
}

type CrewFormProps = { booking: VisitOfCrew; onClose: () => void };

/** The crews that can take a visit at its time, as they are when it opens. */
export function CrewForm({ booking, onClose }: CrewFormProps) {
  const query = useQuery({ ...crewsForVisitQuery(booking), refetchOnMount: 'always' });
  const { data: crews, isFetchedAfterMount } = query;
  const present = crews?.find(({ is_present: isPresent }) => isPresent);
  if (!crews || !present || !isFetchedAfterMount)
    return (
      <NotLoaded
        query={query}
        loading="Loading the crews"
        failed="Could not load the crews of this time."
      />
    );
  return (
    <CrewChoice
      booking={booking}
      present={present}
      others={crews.filter((one) => one !== present)}
      reload={() => void query.refetch()}
      onClose={onClose}
    />
  );
}

type CrewChoiceProps = CrewFormProps & {
  present: CrewForVisit;
  others: readonly CrewForVisit[];
  reload: () => void;
};

function CrewChoice({ booking, present, others, reload, onClose }: CrewChoiceProps) {
  const free = others.filter(({ in_the_way: inTheWay }) => inTheWay === null);
  const [wanted, setWanted] = useState(free[0]?.number);
  const [problem, setProblem] = useState<string | null>(null);
  const titleOf = (crew: number) => others.find(({ number }) => number === crew)?.title;
  const client = useQueryClient();
  const changing = useMutation({
    mutationFn: (crew: number) => changeCrew(booking.id, crew),
    onSuccess: (_, crew) => {
      toast({
        title: 'Crew Changed',
        description: `${titleOf(crew) ?? `Crew ${crew}`} now has this visit.`,
      });
      onClose();
      void client.invalidateQueries();
    },
  });
  const save = () => {
    // One that was free may have been booked meanwhile.
    const isFree = free.some(({ number }) => number === wanted);
    if (wanted === undefined || !isFree) {
      setProblem('Please choose a crew that is free.');
      return;
    }
    setProblem(null);
    changing.mutate(wanted, {
      onError: (error) => {
        reload();
        setProblem(failureSentence(error));
      },
    });
  };
  return (
    <FormPanel
      heading="Change crew"
      submitLabel={free.length > 0 ? 'Change crew' : null}
      isBusy={changing.isPending}
      problem={problem}
      onSubmit={save}
      onClose={onClose}
    >
      <p>
        {present.title} has this visit now. Its time stays the same, so the customer gets no email.
      </p>
      <fieldset>
        <legend className="mb-2 text-sm font-semibold">Give it to</legend>
        <div className="grid gap-3 sm:grid-cols-2">
          {others.map(({ number, title, in_the_way: inTheWay }) => (
            <RadioCard
              key={number}
              name="crew-of-visit"
              label={<span className="wrap-anywhere">{title}</span>}
              description={inTheWay ? whatKeepsIt(inTheWay) : 'Free at this time'}
              disabled={inTheWay !== null}
              checked={wanted === number}
              onChange={() => setWanted(number)}
            />
          ))}
        </div>
      </fieldset>
      {free.length === 0 && <NoneFree others={others} />}
    </FormPanel>
  );
}

function NoneFree({ others }: { others: readonly CrewForVisit[] }) {
  const visits = others.flatMap(({ in_the_way: way }) => (way?.why === 'visit' ? [way] : []));
  return (
    <div className="text-sm text-ink-soft">
      <p>No other crew can take it at this time. Move this visit, or what is in the way.</p>
      {visits.map(({ booking_id: id, customer_name: name, time }) => (
        <Link key={id} to={adminBookingPath(id)} className="text-link">
          Open {name}, {formatTime(time)}
        </Link>
      ))}
    </div>
  );
}

function whatKeepsIt(way: InTheWay): string {
  switch (way.why) {
    case 'visit':
      return `Has ${way.customer_name} at ${formatTime(way.time)}`;
    case 'blocked_time':
      return `Blocked: ${way.reason}`;
    case 'offered_time':
      return 'Holds this time for the waiting list';
    case 'service':
      return 'Doesn’t do this service';
    case 'hours':
      return 'Off duty then, or too far away to be there';
  }
}
