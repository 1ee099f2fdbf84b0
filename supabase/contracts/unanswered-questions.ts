import * as z from 'zod/mini';
import { sqlContract, type AnswerOf } from './contract.ts';
import { text, whole } from './values.ts';

/** Questions that the chat could not answer, those asked most first. `last_day` is a local date. */
export const unansweredQuestions = sqlContract(
  'unanswered_questions',
  z.array(z.object({ id: text, words: text, asked: whole, last_day: text })),
);

export type UnansweredQuestion = AnswerOf<typeof unansweredQuestions>[number];
