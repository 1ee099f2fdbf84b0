import { estimateInWords } from '@domain/booking/arrival.ts';
import { setOnMyWay, undoneOnMyWay } from '@contracts/visit.ts';
import type { AnswerOf } from '@contracts/contract.ts';
import { formatClock } from '@/lib/moments.ts';
import { failureSentence } from '@/lib/failure-sentence.ts';
import { refusals } from '@/lib/refusals.ts';
import { ownRpc } from '@/lib/rpc.ts';
import type { Toast } from '@/lib/toast.ts';

/** How far a visit is on its day; undefined where an older server does not tell. */
export type VisitOfDay = {
  id: string;
  on_my_way_at?: string | null | undefined;
  arriving_in_minutes?: number | null | undefined;
  work_began_at?: string | null | undefined;
  /** The way there, where travel counts. */
  drive_minutes?: number | null | undefined;
};

type Step = 'way' | 'undo-way' | 'work' | 'undo-work';

/** A step that is taken; `minutes` until the arrival, for the first one. */
export type StepTaken = { step: Step; minutes?: number | null };

type Told = Pick<Toast, 'title' | 'description'>;
type ToldOfStep = Told & Partial<Pick<Toast, 'duration' | 'action'>>;

/** Takes a step, and says what became of it. Throws with the code of the refusal as message. */
export async function takeStep(
  { id }: Pick<VisitOfDay, 'id'>,
  { step, minutes }: StepTaken,
): Promise<Told> {
  const args = { target_booking_id: id };
  switch (step) {
    case 'way': {
      const sent = await ownRpc(setOnMyWay, {
        ...args,
        ...(minutes && { minutes }),
      }).catch((error: unknown) => {
        throw failureSentence(error) === refusals.network ? new Error('way_needs_network') : error;
      });
      return {
        title: 'On your way',
        description: whatIsSent(sent),
      };
    }
    case 'undo-way': {
      const { messages } = await ownRpc(undoneOnMyWay, args);
      return { title: 'Undone', description: undone[messages] };
    }
    case 'work':
      await ownRpc('set_work_began', args);
      return {
        title: 'Work started',
        description: 'The customer sees it on the page of the visit.',
      };
    case 'undo-work':
      await ownRpc('undo_work_began', args);
      return { title: 'Undone', description: 'The work has not begun.' };
  }
}

/** What is said of a step: `undo` stands beside it for as long as the message waits. */
export const toldOfStep = (told: Told, { step }: StepTaken, undo: () => void): ToldOfStep =>
  step === 'way'
    ? { ...told, duration: messageWaitsMs, action: { label: 'Undo', onSelect: undo } }
    : told;

/** As private.tell_on_my_way. */
const messageWaitsMs = 10_000;

function whatIsSent(sent: AnswerOf<typeof setOnMyWay>) {
  const ways = [
    sent.is_texted ? 'text the customer' : '',
    sent.is_emailed ? `email ${sent.to_email ?? 'the customer'}` : '',
  ].filter(Boolean);
  return ways.length > 0
    ? `We ${ways.join(' and ')} in ten seconds. Undo stops it until then.`
    : 'No message is sent: call the customer if they should know.';
}

const undone = {
  stopped: 'The message was stopped.',
  sent: 'The message was already sent. The page behind its link is right again.',
  none: 'No message was sent.',
} as const;

/** The next step of a visit that is not over; null when it is to be marked as done. */
export const nextStepOf = (visit: VisitOfDay): 'way' | 'work' | null =>
  visit.work_began_at ? null : visit.on_my_way_at ? 'work' : 'way';

/** "On the way since 9:02 AM, arriving around 9:25 AM"; empty before the first step. */
export function stepInWords(visit: VisitOfDay): string {
  const { on_my_way_at: left, arriving_in_minutes: minutes, work_began_at: began } = visit;
  if (began) return `Working since ${formatClock(began)}`;
  if (!left) return '';
  const since = `On the way since ${formatClock(left)}`;
  if (!minutes) return since;
  return `${since}, arriving ${estimateInWords(Date.parse(left) + minutes * 60_000)}`;
}
