import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../server/backend/database/database.ts';
import { openCopy } from '../../server/testing/databases.ts';
import { anon, ask, signUp, type Person } from './cast.ts';

let database: Database;
let owner: Person;
beforeAll(async () => {
  database = await openCopy();
  owner = (await signUp(database.pool, 'boss@example.com', { admin: true })).person;
});
beforeEach(() => database.pool.query('truncate public.unanswered_questions'));
afterAll(() => database.close());

const visitorAsks = (question: string) =>
  ask(database.pool, anon, 'select public.keep_unanswered_question($1)', [question]);

async function ownerReads() {
  const { rows } = await ask(
    database.pool,
    owner,
    'select public.unanswered_questions() as questions',
  );
  return rows[0]?.['questions'] as { id: string; words: string; asked: number }[];
}

test('the owner reads what the chat could not answer, those asked most first', async () => {
  await visitorAsks('Do you do horse trailers?');
  await visitorAsks('Do you remove paint?');
  await visitorAsks('  do you remove\n paint? ');
  expect(await ownerReads()).toMatchObject([
    { words: 'Do you remove paint?', asked: 2 },
    { words: 'Do you do horse trailers?', asked: 1 },
  ]);
});

test.each([
  ['Write to ada@example.com about wax?', 'Write to … about wax?'],
  ['Call me at (905) 555-0142 please', 'Call me at … please'],
  ['Can you do L7C 1A1 on Sunday?', 'Can you do … on Sunday?'],
  ['Do you come to 12 Elm Grove Street?', 'Do you come to …?'],
  ['Is a 2019 Civic fine?', 'Is a 2019 Civic fine?'],
])('%j is kept as %j', async (question, words) => {
  await visitorAsks(question);
  expect((await ownerReads()).map((one) => one.words)).toEqual([words]);
});

test('keeps no more than fifty new questions a day, short ones, and none without words', async () => {
  await visitorAsks(' ?? 42 ');
  await visitorAsks('x'.repeat(5000));
  for (let count = 0; count < 60; count += 1) await visitorAsks(`question ${'a'.repeat(count)}`);
  const { rows } = await database.pool.query(
    'select count(*)::integer as kept, max(length(words)) as longest from public.unanswered_questions',
  );
  expect(rows).toEqual([{ kept: 50, longest: 200 }]);
});

test('questions of more than sixty days ago are deleted', async () => {
  await visitorAsks('An old question?');
  await database.pool.query(
    'update public.unanswered_questions set last_day = private.local_today() - 61',
  );
  await visitorAsks('A new question?');
  expect((await ownerReads()).map(({ words }) => words)).toEqual(['A new question?']);
});

test('the owner deletes a question', async () => {
  await visitorAsks('Is it answered?');
  const [question] = await ownerReads();
  await ask(database.pool, owner, 'select public.delete_unanswered_question($1)', [question?.id]);
  expect(await ownerReads()).toEqual([]);
});
