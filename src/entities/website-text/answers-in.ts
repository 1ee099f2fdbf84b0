import * as z from 'zod/mini';
import { defaultAnswers, type OwnAnswer } from '@domain/chat/own-answers.ts';

const text = z.string();
const answersShape = z.array(z.object({ question: text, otherWords: text, answer: text }));

/** The owner's answers in a stored body; the default ones when there are none, or they cannot be read. */
export function answersIn(body: unknown): readonly OwnAnswer[] {
  const read = answersShape.safeParse(body);
  return read.success ? read.data : defaultAnswers;
}
