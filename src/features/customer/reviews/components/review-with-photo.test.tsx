// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expectToast } from '@/testing/expect-toast.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dismissToast, toasts } from '@/lib/toast.ts';
import { startFakeBackend } from '@/entities/review/testing/fake-backend.ts';
import { renderAt } from '../testing/render-at.tsx';

const car = new File(['pixels'], 'my car.jpg', { type: 'image/jpeg' });
const other = new File(['pixels'], 'other.png', { type: 'image/png' });
const openPreviews = new Set<string>();

beforeEach(() => {
  dismissToast(toasts.current()?.id ?? 0);
  let previews = 0;
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => {
    const address = `blob:preview-${++previews}`;
    openPreviews.add(address);
    return address;
  });
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((address) => {
    openPreviews.delete(address);
  });
});

afterEach(() => {
  cleanup();
  expect(openPreviews).toEqual(new Set());
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const address = () => screen.getByTestId('address').textContent;
const submit = () => screen.getByRole('button', { name: 'Submit Review' });
const preview = () => screen.queryByRole('img', { name: 'Preview of your photo' });
const photoField = () => screen.getByLabelText<HTMLInputElement>(/^(Add a|Change) Photo$/);

async function write() {
  renderAt('/leave-review');
  const user = userEvent.setup({ applyAccept: false });
  await user.type(await screen.findByLabelText(/^Your Name/), 'Alex');
  await user.click(screen.getByRole('radio', { name: '5 stars' }));
  await user.type(screen.getByLabelText('Your Review'), 'Like new.');
  return user;
}

test('a photo is stored under public with the time and its name, and submitted with the review [S1.13, S7.35]', async () => {
  const backend = startFakeBackend();
  const user = await write();
  await user.upload(photoField(), car);
  expect(preview()).toBeTruthy();
  await user.click(submit());
  await waitFor(() => expect(address()).toBe('/reviews'));
  expect(backend.uploads).toEqual([expect.stringMatching(/^public\/\d{13}_my-car\.jpg$/)]);
  expect(backend.received).toEqual([
    expect.objectContaining({
      photo_url: `${window.location.origin}/storage/v1/object/public/reviews/${backend.uploads[0]}`,
      is_approved: false,
    }),
  ]);
});

test('a photo can be replaced and removed [S2.47]', async () => {
  const backend = startFakeBackend();
  const user = await write();
  await user.upload(photoField(), car);
  await user.upload(photoField(), other);
  expect(screen.getByText('other.png')).toBeTruthy();
  expect(openPreviews.size).toBe(1);
  await user.click(screen.getByRole('button', { name: 'Remove Photo' }));
  expect(preview()).toBeNull();
  expect(document.activeElement).toBe(photoField());
  await user.click(submit());
  await waitFor(() => expect(address()).toBe('/reviews'));
  expect(backend.uploads).toEqual([]);
  expect(backend.received).toEqual([expect.objectContaining({ photo_url: null })]);
});

test('a file that is not an image is refused at once [S5.8]', async () => {
  const backend = startFakeBackend();
  const user = await write();
  await user.upload(photoField(), new File(['text'], 'notes.txt', { type: 'text/plain' }));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'This file is not a photo. Please choose a JPEG, PNG, WebP, AVIF or GIF.',
  );
  expect(photoField().getAttribute('aria-invalid')).toBe('true');
  expect(preview()).toBeNull();
  expect(backend.uploads).toEqual([]);
});

/** Holds back every answer of the backend, until it is let go. */
function holdAnswers() {
  const answerAll = globalThis.fetch;
  let letGo = () => {};
  const isFree = new Promise<void>((resolve) => (letGo = resolve));
  vi.stubGlobal('fetch', async (...call: Parameters<typeof fetch>) => {
    await isFree;
    return answerAll(...call);
  });
  return letGo;
}

test('the form shows that the photo is uploading [S2.48]', async () => {
  startFakeBackend();
  const user = await write();
  await user.upload(photoField(), car);
  const letGo = holdAnswers();
  await user.click(submit());
  const bar = await screen.findByRole<HTMLProgressElement>('progressbar', { name: 'Photo upload' });
  expect(bar.value).toBe(50);
  expect(screen.getByText('Uploading your photo')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Submitting...' })).toBeTruthy();
  letGo();
  await waitFor(() => expect(address()).toBe('/reviews'));
});

test('a visitor who leaves during the upload is not brought back', async () => {
  const backend = startFakeBackend();
  const user = await write();
  await user.upload(photoField(), car);
  const letGo = holdAnswers();
  await user.click(submit());
  await user.click(screen.getByRole('link', { name: 'Elsewhere' }));
  letGo();
  await waitFor(() => expect(toasts.current()).toMatchObject({ title: 'Thank You!' }));
  expect(backend.received).toHaveLength(1);
  await waitFor(() => expect(address()).toBe('/elsewhere'));
});

test("a failed upload shows the storage's words, and keeps the typed values [S8.29]", async () => {
  const backend = startFakeBackend();
  backend.photoRefusal = { status: 413, message: 'The photo is too large.' };
  const user = await write();
  await user.upload(photoField(), car);
  await user.click(submit());
  await expectToast('Photo Upload Failed', 'The photo is too large.', 'destructive');
  expect(backend.received).toEqual([]);
  expect(screen.getByLabelText<HTMLTextAreaElement>('Your Review').value).toBe('Like new.');
  expect(preview()).toBeTruthy();
});

test('a retry after a refused review does not upload the photo again', async () => {
  const backend = startFakeBackend();
  backend.refusal = { status: 500, message: 'Please try later' };
  const user = await write();
  await user.upload(photoField(), car);
  await user.click(submit());
  await expectToast('Submission Failed', 'Please try later', 'destructive');
  backend.refusal = null;
  await user.click(submit());
  await waitFor(() => expect(address()).toBe('/reviews'));
  expect(backend.uploads).toHaveLength(1);
  expect(backend.received).toHaveLength(2);
  expect(backend.received[1]).toEqual(backend.received[0]);
});

test('a retry after a lost answer finds the review submitted', async () => {
  const backend = startFakeBackend();
  backend.refusal = { status: 409, message: 'photo_taken' };
  const user = await write();
  await user.upload(photoField(), car);
  await user.click(submit());
  await waitFor(() => expect(address()).toBe('/reviews'));
  expect(toasts.current()).toMatchObject({ title: 'Thank You!' });
});

test('a photo deleted meanwhile is uploaded again', async () => {
  const backend = startFakeBackend();
  backend.refusal = { status: 400, message: 'unknown_photo' };
  const user = await write();
  await user.upload(photoField(), car);
  await user.click(submit());
  await expectToast(
    'Submission Failed',
    'We store an unsent photo for one day. Please submit again to upload it again.',
    'destructive',
  );
  backend.refusal = null;
  await user.click(submit());
  await waitFor(() => expect(address()).toBe('/reviews'));
  expect(backend.uploads).toHaveLength(2);
});
