import MiniSearch from 'minisearch';
import { isTopic } from '@domain/chat/chat.ts';
import type { OwnAnswer } from '@domain/chat/own-answers.ts';

export type FindAnswer = (message: string) => OwnAnswer | null;

/**
 * Finds the owner's answer to a message; null when none is about it. Words that the chat's topics answer, such as
 * "price", decide nothing. Of the others an answer has to cover half, and more than half where a topic has one, too.
 */
export function answerFinder(answers: readonly OwnAnswer[]): FindAnswer {
  const index = new MiniSearch<OwnAnswer & { id: number }>({
    fields: ['question', 'otherWords'],
    processTerm: termOf,
    searchOptions: {
      boost: { question: 2 },
      prefix: (term) => term.length > 3,
      fuzzy: (term) => (term.length > 5 ? 1 : false),
      weights: { prefix: 0.4, fuzzy: 0.2 },
    },
  });
  index.addAll(answers.map((one, id) => ({ ...one, id })));
  return (message) => {
    const own = new Set(
      message
        .split(/[\s\p{P}]+/u)
        .filter((word) => !isTopic(word))
        .flatMap((word) => termOf(word) ?? []),
    );
    const found = index.search(message).find(({ queryTerms }) => {
      const covered = queryTerms.filter((term) => own.has(term)).length;
      const part = own.size > 0 ? covered / own.size : 0;
      return isTopic(message) ? part > 0.5 : part >= 0.5;
    });
    return found ? (answers[found.id as number] ?? null) : null;
  };
}

/** A word as it is compared: without accents and plural; null for words that carry no subject. */
function termOf(word: string): string | null {
  const plain = word.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '');
  if (plain.length < 2 || fillers.has(plain)) return null;
  return plain.length > 3 ? plain.replace(/(?<!s)s$/, '') : plain;
}

const fillers = new Set(
  `
    a able about after again all also am an and any are as at be been but by can car cars case
    clean cleaned cleaning come could day did didn do does doesn doing don done for from get
    gets give go goes going got guy guys had happen happens has have he hello help her hi his
    how i id if ill im in into is isn it its ive just know like make may me might my need needs
    no not of off on one or our out please possible really she should show so some someone something
    still supposed tell than thank thanks that the their them then there they thing this to too
    up us use ve vehicle vehicles very want was way we were what whats when which who why will
    with work working would yes you your youre
  `.match(/\w+/g),
);
