// @vitest-environment jsdom
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setSession } from '@/lib/session.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
import { expectToast } from '@/testing/expect-toast.ts';
import { toasts } from '@/lib/toast.ts';
import { signIn } from '@/testing/sign-in.ts';
import { aPhoto, rows, startWall } from '@/entities/photo/testing/wall.ts';
import GalleryManagement from './gallery-management.tsx';

let backend: ReturnType<typeof startWall>;

beforeEach(() => {
  signIn({ isAdmin: true });
  backend = startWall([aPhoto('b', 'A black sedan'), aPhoto('a', '')]);
});

afterEach(() => {
  cleanup();
  setSession({ status: 'guest' });
  vi.unstubAllGlobals();
});

const showManagement = () => renderScreen(<GalleryManagement />, { path: '/admin/gallery' });
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Description' });

async function editFirst() {
  showManagement();
  await userEvent.click(await button(/^Edit.*A black sedan/));
}

test('lists every photo with its description and its day for an administrator [S1.14]', async () => {
  showManagement();
  const articles = await screen.findAllByRole('article');
  expect(articles.map((article) => article.textContent)).toEqual([
    expect.stringContaining('A black sedanAdded October 20, 2026') as string,
    expect.stringContaining('No description.') as string,
  ]);
  expect(await button('Upload Photos')).toBeTruthy();
});

test('edits a description in place', async () => {
  await editFirst();
  await userEvent.clear(field());
  await userEvent.type(field(), '  A sedan, polished ');
  await userEvent.click(await button('Save'));
  await expectToast('Success!', 'Description saved.');
  const [sent] = backend.sent(`PATCH ${rows}`);
  expect(sent?.query.get('id')).toBe('eq.b');
  expect(sent?.body).toEqual({ description: 'A sedan, polished' });
  expect(screen.getByText('A sedan, polished', { selector: 'p' })).toBeTruthy();
  expect(document.activeElement).toBe(await button(/^Edit.*A sedan, polished/));
});

test('accepts an empty description', async () => {
  await editFirst();
  await userEvent.clear(field());
  await userEvent.click(await button('Save'));
  await waitFor(() => expect(backend.sent(`PATCH ${rows}`)[0]?.body).toEqual({ description: '' }));
});

test.each(['Cancel', 'Escape'])('leaves the description unchanged on %s', async (way) => {
  await editFirst();
  await userEvent.type(field(), ' and more');
  if (way === 'Cancel') await userEvent.click(await button('Cancel'));
  else await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.getByText('A black sedan', { selector: 'p' })).toBeTruthy();
  expect(backend.sent(`PATCH ${rows}`)).toEqual([]);
});

test('keeps the typed description when it cannot be saved', async () => {
  backend.answers[`PATCH ${rows}`] = { status: 500, body: { message: 'down' } };
  await editFirst();
  await userEvent.type(field(), ' and more');
  await userEvent.click(await button('Save'));
  const said = await screen.findAllByText('Could not save the description. Please try again.');
  expect(said, 'said once, at the field').toHaveLength(1);
  expect(field().value).toBe('A black sedan and more');
});

test("overwrites another session's description only after a confirmation", async () => {
  const save = backend.answers[`PATCH ${rows}`];
  backend.answers[`PATCH ${rows}`] = { body: [] };
  await editFirst();
  await userEvent.type(field(), ' and more');
  await userEvent.click(await button('Save'));
  expect(await screen.findAllByText(/^Another administrator changed this/)).toHaveLength(1);
  expect(field().value).toBe('A black sedan and more');
  if (save) backend.answers[`PATCH ${rows}`] = save;
  await userEvent.click(await button('Save'));
  await expectToast('Success!', 'Description saved.');
  expect(backend.sent(`PATCH ${rows}`).map(({ query }) => query.get('description'))).toEqual([
    'eq.A black sedan',
    null,
  ]);
});

test('does not send a description of more than 300 characters', async () => {
  await editFirst();
  await userEvent.clear(field());
  await userEvent.click(field());
  await userEvent.paste('x'.repeat(312));
  expect(screen.getByText('Please remove 12 characters.')).toBeTruthy();
  expect(field().getAttribute('aria-invalid')).toBe('true');
  await userEvent.click(await button('Save'));
  expect(backend.sent(`PATCH ${rows}`)).toEqual([]);
});

test('deletes a photo after a question', async () => {
  showManagement();
  await userEvent.click(await button(/^Delete.*A black sedan/));
  await userEvent.click(await button('Delete photo'));
  await expectToast('Success!', 'Photo deleted.');
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1));
});

test('says what visitors see when the gallery is empty', async () => {
  backend.answers[`GET ${rows}`] = { body: [] };
  showManagement();
  expect(await screen.findByText('Our Gallery is Getting Ready!')).toBeTruthy();
});

test('can retry when the photos cannot be loaded', async () => {
  backend.answers[`GET ${rows}`] = { status: 500, body: { message: 'down' } };
  showManagement();
  const retry = await button('Try again');
  await expectToast('Error', 'Could not fetch gallery photos.', 'destructive');
  backend.answers[`GET ${rows}`] = { body: [aPhoto('a', 'Back')] };
  await userEvent.click(retry);
  expect(await screen.findByRole('article', { name: 'Back' })).toBeTruthy();
});

test('joins two photos as a pair and ends it, which can be undone', async () => {
  showManagement();
  const [pairFirst] = await screen.findAllByRole('button', { name: 'Pair with before photo' });
  if (!pairFirst) throw new Error('No photo can be paired');
  await userEvent.click(pairFirst);
  await userEvent.click(await button('Pair with: A clean car'));
  await expectToast('Pair saved', 'Visitors compare the photos with a slider.');
  const sent = () =>
    backend.sent(`PATCH ${rows}`).map(({ body, query }) => [query.get('id'), body]);
  expect(sent()).toEqual([['eq.b', { before_id: 'a' }]]);
  expect(screen.queryByRole('button', { name: 'Pair with before photo' })).toBeNull();

  await userEvent.click(await button('Remove pair'));
  await expectToast('Pair removed', 'The gallery now shows the two photos separately.');
  act(() => toasts.current()?.action?.onSelect());
  expect(await button('Remove pair')).toBeTruthy();
  await waitFor(() => expect(sent().at(-1)).toEqual(['eq.b', { before_id: 'a' }]));
});
