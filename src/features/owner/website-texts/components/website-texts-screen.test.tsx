// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { defaultAnswers } from '@domain/chat/own-answers.ts';
import { AtAddress } from '@/testing/at-address.tsx';
import { startFakeBackend } from '@/testing/fake-backend.ts';
import { signIn } from '@/testing/sign-in.ts';
import WebsiteTextsScreen from './website-texts-screen.tsx';

const load = 'GET /rest/v1/website_texts';
const change = 'PATCH /rest/v1/website_texts';
const unanswered = 'POST /rest/v1/rpc/unanswered_questions';
const remove = 'POST /rest/v1/rpc/delete_unanswered_question';
let backend: ReturnType<typeof startFakeBackend>;

beforeEach(() => {
  signIn();
  backend = startFakeBackend({
    [unanswered]: { body: [] },
    [remove]: { body: null },
    [load]: {
      body: [
        { name: 'privacy', body: null, revision: 0 },
        { name: 'terms', body: 'Our own terms', revision: 4 },
        { name: 'cancellation', body: null, revision: 0 },
        { name: 'chat_answers', body: null, revision: 0 },
      ],
    },
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <AtAddress path="/admin/website-texts">
      <QueryClientProvider client={client}>
        <WebsiteTextsScreen />
      </QueryClientProvider>
    </AtAddress>,
  );
  await screen.findByRole('region', { name: 'Terms of service' });
}

const region = (name: string) => within(screen.getByRole('region', { name }));
const text = (name: string) => region(name).getByRole<HTMLTextAreaElement>('textbox');
const save = (what: string) => screen.getByRole('button', { name: `Save ${what}` });

test('saves the wording of a policy over the one that was read', async () => {
  backend.answers[change] = { body: [{ body: 'Better terms', revision: 5 }] };
  await open();
  expect(text('Privacy policy').value).toContain('PIPEDA');
  expect(text('Terms of service').value).toBe('Our own terms');
  fireEvent.change(text('Terms of service'), { target: { value: 'Better terms' } });
  fireEvent.click(save('terms of service'));
  await vi.waitFor(() => expect(backend.sent(change)).toHaveLength(1));
  const [sent] = backend.sent(change);
  expect(sent?.body).toEqual({ body: 'Better terms' });
  expect(sent?.query.get('name')).toBe('eq.terms');
  expect(sent?.query.get('revision')).toBe('eq.4');
});

test('restores the default wording', async () => {
  backend.answers[change] = { body: [{ body: null, revision: 5 }] };
  await open();
  expect(region('Privacy policy').queryByRole('button', { name: 'Restore default' })).toBeNull();
  fireEvent.click(region('Terms of service').getByRole('button', { name: 'Restore default' }));
  const question = within(await screen.findByRole('alertdialog'));
  expect(backend.sent(change)).toEqual([]);
  fireEvent.click(question.getByRole('button', { name: 'Restore default' }));
  await vi.waitFor(() => expect(text('Terms of service').value).toContain('A booking is made'));
  expect(backend.sent(change)[0]?.body).toEqual({ body: null });
});

test('keeps what was typed and says so when another session changed the text', async () => {
  backend.answers[change] = { body: [] };
  await open();
  fireEvent.change(text('Terms of service'), { target: { value: 'Mine' } });
  fireEvent.click(save('terms of service'));
  expect(await screen.findByText(/changed in another window/)).toBeTruthy();
  expect(text('Terms of service').value).toBe('Mine');
});

test('refuses an empty text and an unknown detail, and names the field', async () => {
  await open();
  for (const [typed, problem] of [
    [' ', 'Please enter a text.'],
    ['Fax {{ fax }}', 'There is no detail called “fax”'],
  ] as const) {
    fireEvent.change(text('Terms of service'), { target: { value: typed } });
    fireEvent.click(save('terms of service'));
    expect(await screen.findByText(new RegExp(problem))).toBeTruthy();
    expect(text('Terms of service').getAttribute('aria-invalid')).toBe('true');
  }
  expect(backend.sent(change)).toEqual([]);
});

test('adds, corrects and removes answers of the chat', async () => {
  await open();
  const answers = region('Chat answers');
  fireEvent.click(answers.getByRole('button', { name: 'Add answer' }));
  fireEvent.click(save('chat answers'));
  expect(answers.getByText('Please enter a question.')).toBeTruthy();
  const last = within(answers.getAllByRole('listitem').at(-1) as HTMLElement);
  const added = { question: 'Do you wash boats?', otherWords: 'yacht', answer: 'No.' };
  fireEvent.change(last.getByLabelText(/^Question/), { target: { value: added.question } });
  fireEvent.change(last.getByLabelText(/^Other words/), { target: { value: added.otherWords } });
  fireEvent.change(last.getByLabelText(/^Answer/), { target: { value: added.answer } });
  fireEvent.click(
    answers.getByRole('button', { name: 'Remove answer Are you insured?', hidden: true }),
  );
  const body = [...defaultAnswers.filter(({ question }) => question !== 'Are you insured?'), added];
  backend.answers[change] = { body: [{ body, revision: 1 }] };
  fireEvent.click(save('chat answers'));
  await vi.waitFor(() => expect(backend.sent(change)).toHaveLength(1));
  expect(backend.sent(change)[0]?.body).toEqual({ body });
  expect(backend.sent(change)[0]?.query.get('name')).toBe('eq.chat_answers');
});

test('begins an answer to a question that the chat could not answer, and lists it until it is saved', async () => {
  backend.answers[unanswered] = {
    body: [
      { id: 'q1', words: 'Do you wash horse trailers?', asked: 3, last_day: '2026-11-27' },
      { id: 'q2', words: 'Do you sell wax?', asked: 1, last_day: '2026-11-26' },
    ],
  };
  await open();
  const list = () => within(screen.getByRole('list', { name: 'Questions without an answer' }));
  expect(await screen.findByText(/Asked 3 times, last on/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Answer this: Do you wash horse trailers?' }));
  expect(list().queryByText('Do you wash horse trailers?')).toBeNull();
  const fields = region('Chat answers').getAllByDisplayValue('Do you wash horse trailers?');
  expect(fields).toHaveLength(1);
  expect(backend.sent(remove)).toHaveLength(0);
  const answers = region('Chat answers').getAllByRole('textbox', { name: /Answer/ });
  fireEvent.change(answers.at(-1) as HTMLElement, { target: { value: 'Yes, we do.' } });
  backend.answers[change] = { body: [{ body: defaultAnswers, revision: 1 }] };
  fireEvent.click(save('chat answers'));
  await vi.waitFor(() => expect(backend.sent(remove)).toHaveLength(1));
  expect(backend.sent(remove)[0]?.body).toEqual({ question_id: 'q1' });
});

test('deletes a question that needs no answer', async () => {
  backend.answers[unanswered] = {
    body: [{ id: 'q2', words: 'Do you sell wax?', asked: 1, last_day: '2026-11-26' }],
  };
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Delete: Do you sell wax?' }));
  await vi.waitFor(() => expect(screen.queryByText('Do you sell wax?')).toBeNull());
  expect(backend.sent(remove)[0]?.body).toEqual({ question_id: 'q2' });
});
