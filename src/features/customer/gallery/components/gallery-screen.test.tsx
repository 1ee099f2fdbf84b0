// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { setSession } from '@/lib/session.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
import { expectToast } from '@/testing/expect-toast.ts';
import { signIn } from '@/testing/sign-in.ts';
import { aPhoto, rows, startWall } from '@/entities/photo/testing/wall.ts';
import { GalleryScreen } from './gallery-screen.tsx';

afterEach(() => {
  cleanup();
  setSession({ status: 'guest' });
  vi.unstubAllGlobals();
});

const showGallery = () =>
  renderScreen(<GalleryScreen Management={() => null} />, { path: '/gallery' });

test('shows that the photos are loading [S2.35, S4.26]', () => {
  startWall([]);
  showGallery();
  expect(screen.getByRole('status').textContent).toBe('Loading our shiny work...');
});

test('shows photos newest first, each with its description [S2.2, S4.26, S7.37, S9.37]', async () => {
  const backend = startWall([aPhoto('b', 'A black sedan'), aPhoto('a', 'A clean engine bay')]);
  showGallery();
  const images = await screen.findAllByRole('img');
  expect(images.map((image) => image.getAttribute('alt'))).toEqual([
    'A black sedan',
    'A clean engine bay',
  ]);
  const [asked] = backend.sent(`GET ${rows}`);
  expect(asked?.query.get('select')).toBe('*');
  expect(asked?.query.get('order')).toBe('created_at.desc');
});

test('names each button by its photo, also without a description', async () => {
  startWall([aPhoto('b', ' '), aPhoto('a', 'A clean engine bay')]);
  showGallery();
  expect(
    await screen.findByRole('button', { name: 'A clean car, open photo 1 of 2' }),
  ).toBeTruthy();
  expect(
    screen.getByRole('button', { name: 'A clean engine bay, open photo 2 of 2' }),
  ).toBeTruthy();
});

test('claims nothing that a picture may not show', async () => {
  startWall([aPhoto('a', '')]);
  showGallery();
  await screen.findByRole('img');
  expect(document.body.textContent).not.toMatch(/we have washed|our visit/);
});

test('says that an empty gallery is getting ready [S2.36, S4.26]', async () => {
  startWall([]);
  showGallery();
  expect(await screen.findByText('Our Gallery is Getting Ready!')).toBeTruthy();
});

test('shows an error when photos cannot be loaded, and can retry [S8.33]', async () => {
  const backend = startWall([]);
  backend.answers[`GET ${rows}`] = { status: 500, body: { message: 'down' } };
  showGallery();
  const retry = await screen.findByRole('button', { name: 'Try again' });
  await expectToast('Error', 'Could not fetch gallery photos.', 'destructive');
  backend.answers[`GET ${rows}`] = { body: [aPhoto('a', 'A clean engine bay')] };
  await userEvent.click(retry);
  expect(await screen.findByRole('img', { name: 'A clean engine bay' })).toBeTruthy();
});

test('reserves the space of a photo and loads the width it needs', async () => {
  startWall([aPhoto('a', 'A clean engine bay')]);
  showGallery();
  const image = await screen.findByRole('img');
  expect([image.getAttribute('width'), image.getAttribute('height')]).toEqual(['1500', '1000']);
  expect(image.getAttribute('srcset')).toContain('width=640 640w');
  expect(image.closest('li')?.style.getPropertyValue('--ratio')).toBe('1.5000');
});

test('shows a photo of unknown size as four by three', async () => {
  startWall([{ ...aPhoto('a', ''), image_width: null, image_height: null }]);
  showGallery();
  const image = await screen.findByRole('img', { name: 'A clean car' });
  expect(image.closest('li')?.style.getPropertyValue('--ratio')).toBe('1.3333');
});

test.each([
  ['a visitor', () => setSession({ status: 'guest' })],
  ['a customer', () => signIn({ isAdmin: false })],
])(
  'shows %s the description over a photo, and no upload or delete button [S2.37, S5.27, S5.28]',
  async (_, arrive) => {
    arrive();
    startWall([aPhoto('a', 'A clean engine bay'), aPhoto('b', '')]);
    showGallery();
    const captions = (await screen.findAllByRole('button')).map(
      (tile) => tile.querySelector('.photo-caption')?.textContent,
    );
    expect(captions).toEqual(['A clean engine bay', undefined]);
    expect(screen.queryByRole('button', { name: /upload/i })).toBeNull();
    expect(screen.queryByRole('button', { name: /delete/i })).toBeNull();
  },
);

test('shows a pair with a slider that the keyboard moves, and not among the other photos', async () => {
  startWall([
    { ...aPhoto('after', 'A red coupe'), before_id: 'before' },
    aPhoto('before', 'Mud to the roof'),
    aPhoto('other', 'A black sedan'),
  ]);
  showGallery();
  const slider = await screen.findByRole<HTMLInputElement>('slider', {
    name: 'Before and after: A red coupe',
  });
  expect(slider.getAttribute('aria-valuetext')).toBe('50% before, 50% after');
  fireEvent.change(slider, { target: { value: '55' } });
  expect(slider.getAttribute('aria-valuetext')).toBe('55% before, 45% after');
  expect(slider.parentElement?.style.getPropertyValue('--shown')).toBe('55%');
  expect(slider.parentElement?.style.aspectRatio).toMatch(/^1\.5/);
  const wall = within(screen.getByRole('list', { name: 'Photos' }));
  expect(wall.getAllByRole('img').map((image) => image.getAttribute('alt'))).toEqual([
    'A black sedan',
  ]);
});

test('the slider follows a pressed pointer, and only a pressed one', async () => {
  startWall([{ ...aPhoto('after', ''), before_id: 'before' }, aPhoto('before', '')]);
  showGallery();
  const slider = await screen.findByRole('slider');
  const pair = slider.parentElement as HTMLElement;
  pair.getBoundingClientRect = () => new DOMRect(100, 0, 200, 100);
  let isHeld = false;
  pair.setPointerCapture = () => (isHeld = true);
  pair.hasPointerCapture = () => isHeld;
  fireEvent.pointerMove(pair, { clientX: 150 });
  expect(slider.getAttribute('aria-valuetext')).toContain('50% before');
  fireEvent.pointerDown(pair, { clientX: 150, button: 0 });
  expect(slider.getAttribute('aria-valuetext')).toContain('25% before');
  fireEvent.pointerMove(pair, { clientX: 900 });
  expect(slider.getAttribute('aria-valuetext')).toBe('100% before, 0% after');
  expect(screen.queryByRole('list', { name: 'Photos' })).toBeNull();
});
