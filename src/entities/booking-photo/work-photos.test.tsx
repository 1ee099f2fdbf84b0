// @vitest-environment jsdom
import * as fakeStore from 'fake-indexeddb';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setServerAway } from '@/lib/connection.ts';
import { sessionKey, setSession } from '@/lib/session.ts';
import { startFakeBackend } from '@/testing/fake-backend.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
import { signIn } from '@/testing/sign-in.ts';
import { WorkPhotos } from './work-photos.tsx';

const place = 'POST /rest/v1/rpc/add_work_photo';
const uploadOf = (key: string) => `POST /storage/v1/object/bookings/${key}`;
const me = { id: 'me', email: 'me@example.com' };
let count = 0;
let key: ReturnType<typeof crypto.randomUUID>;
const reload = vi.fn(() => Promise.resolve());

beforeEach(() => {
  const globals: Record<string, unknown> = { ...fakeStore, indexedDB: new fakeStore.IDBFactory() };
  for (const [name, value] of Object.entries(globals))
    if (/^IDB|^indexedDB$/.test(name)) vi.stubGlobal(name, value);
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:preview');
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined);
  count += 1;
  key = `0000000a-0000-4000-8000-00000000000${count}`;
  vi.spyOn(crypto, 'randomUUID').mockReturnValue(key);
  const tokens = { access_token: 'a token', refresh_token: 'another', expires_at: 2 ** 33 };
  localStorage.setItem(sessionKey, JSON.stringify({ ...tokens, user: me }));
  signIn({ user: me, isAdmin: true, adminCheck: 'done' });
});

afterEach(() => {
  cleanup();
  setServerAway(false);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  reload.mockClear();
  localStorage.clear();
  setSession({ status: 'guest' });
});

async function takePhoto() {
  const visit = { bookingId: 'a-booking', visit: 'Ada Byron, 9:00 AM' };
  renderScreen(<WorkPhotos {...visit} kind="before" photos={[]} isOpen reload={reload} />, {
    path: '/',
  });
  const photo = new File([Uint8Array.of(0xff, 0xd8, 0xff)], 'front.jpg', { type: 'image/jpeg' });
  await userEvent.upload(screen.getByLabelText('Take photos: before photos'), photo);
}

test('a photo on a full device stays on the screen with the reason, and another try stores and sends it', async () => {
  const backend = startFakeBackend({ [place]: { body: null }, [uploadOf(key)]: { body: {} } });
  setServerAway(true);
  const full = vi.spyOn(fakeStore.IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError');
  });
  await takePhoto();
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Not sent: This device is full. Free up some space, then try again.',
  );
  expect(backend.sent(place)).toEqual([]);

  full.mockRestore();
  await userEvent.click(screen.getByRole('button', { name: 'Try before photo 1 again' }));
  await waitFor(() => expect(backend.sent(uploadOf(key))).toHaveLength(1));
  await waitFor(() => expect(screen.queryByRole('img')).toBeNull());
  expect(reload).toHaveBeenCalled();
});

test('a refused photo says why, and stays until it is removed after a question', async () => {
  const backend = startFakeBackend({
    [place]: { status: 409, body: { code: 'PT409', message: 'too_many_photos' } },
  });
  await takePhoto();
  expect((await screen.findByRole('alert')).textContent).toContain('already has 12');
  await userEvent.click(screen.getByRole('button', { name: 'Remove before photo 1' }));
  expect(screen.getByRole('alertdialog').textContent).toContain('can’t be restored');
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(screen.queryByRole('img')).toBeNull());
  expect(backend.sent(place)).toHaveLength(1);
});

test('a photo that was removed meanwhile is added again under another key', async () => {
  const another = '0000000b-0000-4000-8000-000000000001';
  const backend = startFakeBackend({
    [place]: ({ body }) =>
      (body as { photo_id: string }).photo_id === key
        ? { status: 409, body: { code: 'PT409', message: 'photo_removed' } }
        : { body: null },
    [uploadOf(another)]: { body: {} },
  });
  await takePhoto();
  const again = await screen.findByRole('button', { name: 'Add again: before photo 1' });
  vi.spyOn(crypto, 'randomUUID').mockReturnValue(another);
  await userEvent.click(again);
  await waitFor(() => expect(backend.sent(uploadOf(another))).toHaveLength(1));
});
