// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setSession } from '@/lib/session.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
import { aPhoto, startWall } from '@/entities/photo/testing/wall.ts';
import { GalleryScreen } from './gallery-screen.tsx';

beforeEach(() => {
  startWall([
    aPhoto('a', 'A black sedan'),
    aPhoto('b', 'A clean engine bay'),
    aPhoto('c', 'Wheels without a streak'),
  ]);
});

afterEach(() => {
  cleanup();
  setSession({ status: 'guest' });
  vi.unstubAllGlobals();
});

const tile = (name: RegExp) => screen.findByRole('button', { name });
const shown = () => screen.findByRole('dialog');

/** The gallery with its first photo opened by the keyboard. */
async function openFirst() {
  renderScreen(<GalleryScreen Management={() => null} />, { path: '/gallery' });
  (await tile(/^A black sedan/)).focus();
  await userEvent.keyboard('{Enter}');
  return shown();
}

test('Enter opens a photo, with its description and its number among the others', async () => {
  const box = await openFirst();
  expect(within(box).getByText('A black sedan')).toBeTruthy();
  expect(box.getAttribute('aria-labelledby')).toBe(screen.getByText('1 of 3').id);
  expect(screen.queryByTestId('address')).toBeNull();
});

test('a click opens the clicked photo', async () => {
  renderScreen(<GalleryScreen Management={() => null} />, { path: '/gallery' });
  await userEvent.click(await tile(/^A clean engine bay/));
  expect(within(await shown()).getByText('2 of 3')).toBeTruthy();
});

test('the arrow keys move between photos and stop at the ends', async () => {
  await openFirst();
  await userEvent.keyboard('{ArrowRight}');
  expect(screen.getByText('2 of 3')).toBeTruthy();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  expect(screen.getByText('3 of 3')).toBeTruthy();
  await userEvent.keyboard('{ArrowLeft}');
  expect(screen.getByText('2 of 3')).toBeTruthy();
  await userEvent.keyboard('{Home}');
  expect(screen.getByText('1 of 3')).toBeTruthy();
});

test('the buttons move between photos; at an end one does nothing', async () => {
  await openFirst();
  const previous = screen.getByRole('button', { name: 'Previous photo' });
  const next = screen.getByRole('button', { name: 'Next photo' });
  expect(previous.getAttribute('aria-disabled')).toBe('true');
  await userEvent.click(previous);
  expect(screen.getByText('1 of 3')).toBeTruthy();
  await userEvent.click(next);
  expect(screen.getByText('2 of 3')).toBeTruthy();
  expect(previous.hasAttribute('aria-disabled')).toBe(false);
});

test('a swipe moves to the next photo; a short one does not', async () => {
  const box = await openFirst();
  const stage = box.querySelector('.light-box-stage') as Element;
  const swipe = (from: number, to: number) => {
    const finger = { pointerType: 'touch', isPrimary: true };
    fireEvent.pointerDown(stage, { ...finger, clientX: from });
    fireEvent.pointerMove(stage, { ...finger, clientX: to });
    fireEvent.pointerUp(stage, { ...finger, clientX: to });
  };
  swipe(200, 170);
  expect(screen.getByText('1 of 3')).toBeTruthy();
  swipe(200, 100);
  expect(screen.getByText('2 of 3')).toBeTruthy();
  swipe(100, 200);
  expect(screen.getByText('1 of 3')).toBeTruthy();
});

test('the neighbours of a photo are preloaded out of sight', async () => {
  const box = await openFirst();
  const slides = [...box.querySelectorAll('.light-box-slide')];
  expect(slides.map((slide) => slide.querySelector('img')?.alt)).toEqual([
    'A black sedan',
    'A clean engine bay',
  ]);
  expect(slides.map((slide) => slide.querySelector('img')?.getAttribute('loading'))).toEqual([
    'eager',
    'eager',
  ]);
  expect(slides.map((slide) => slide.hasAttribute('inert'))).toEqual([false, true]);
});

test('Back closes the photo, and the gallery stays', async () => {
  await openFirst();
  history.back();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await tile(/^A black sedan/)).toBeTruthy();
});

test('Escape closes the photo, and the focus returns to the last one shown', async () => {
  await openFirst();
  await userEvent.keyboard('{Escape}');
  await waitFor(async () => expect(document.activeElement).toBe(await tile(/^A black sedan/)));
  expect(screen.queryByRole('dialog')).toBeNull();

  await userEvent.keyboard('{Enter}');
  await shown();
  await userEvent.keyboard('{ArrowRight}{Escape}');
  await waitFor(async () => expect(document.activeElement).toBe(await tile(/^A clean engine bay/)));
});

test('a click beside the photo closes it', async () => {
  const box = await openFirst();
  await userEvent.click(box.querySelector('.light-box-slide') as Element);
  expect(screen.queryByRole('dialog')).toBeNull();
});
