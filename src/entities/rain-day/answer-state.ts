import type { OfferedStart } from '@domain/booking/rain-plan.ts';

/** What became of the question that a rain day put to a customer. */
export type AnswerState =
  'asked' | 'chosen' | 'declined' | 'settled' | 'moved' | 'cancelled' | 'called_off' | 'over';

export type HeldTime = OfferedStart & { id: string };
