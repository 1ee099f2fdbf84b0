// @vitest-environment jsdom
import * as fakeStore from 'fake-indexeddb';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { sessionKey, setSession } from '@/lib/session.ts';
import { startFakeBackend, storageRefusal, type Reply } from '@/testing/fake-backend.ts';
import { signIn } from '@/testing/sign-in.ts';

const call = 'POST /rest/v1/rpc/do_visit_operation';
const place = 'POST /rest/v1/rpc/add_work_photo';
const upload = (key: string) => `POST /storage/v1/object/bookings/${key}`;
const bookingId = '3f2b8c1e-5d4a-4b7e-9c0f-1a2b3c4d5e6f';
const me = { id: 'me', email: 'me@example.com' };
const other = { id: 'other', email: 'other@example.com' };
const state = {
  status: 'confirmed',
  booking_date: '2026-12-01',
  booking_time: '09:00',
  mark: null,
  due_cents: 0,
  note: { text: 'Theirs', version: 3 },
};
const done = (result = {}): Reply => ({ body: { result, visit: state } });
const refused = (message: string): Reply => ({
  status: 409,
  body: { code: 'PT409', message, details: JSON.stringify(state), hint: null },
});

type Backend = ReturnType<typeof startFakeBackend>;
let backend: Backend;

beforeEach(() => {
  vi.spyOn(globalThis, 'setTimeout');
  const globals: Record<string, unknown> = { ...fakeStore, indexedDB: new fakeStore.IDBFactory() };
  for (const [name, value] of Object.entries(globals))
    if (/^IDB|^indexedDB$/.test(name)) vi.stubGlobal(name, value);
  backend = startFakeBackend({ [call]: done() });
  logIn(me);
});

afterEach(() => {
  closePages();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  localStorage.clear();
  setSession({ status: 'guest' });
});

function logIn(user: typeof me) {
  // Whole, or the auth client takes it away when it starts.
  const tokens = { access_token: 'a token', refresh_token: 'another', expires_at: 2 ** 33 };
  localStorage.setItem(sessionKey, JSON.stringify({ ...tokens, user }));
  signIn({ user, isAdmin: true, adminCheck: 'done' });
}

/** A page that is closed tries nothing again. */
function closePages() {
  const pauses = vi.mocked(setTimeout).mock;
  pauses.calls.forEach(([, ms = 0], index) => {
    if (ms >= 2000) clearTimeout(pauses.results[index]?.value as NodeJS.Timeout);
  });
}

/** A page of the app as it opens, in place of the one before: what another one stored is all it knows. */
async function openPage() {
  closePages();
  vi.resetModules();
  const [{ doOperation }, { keepPhoto }, { sendOperations }, store, session] = await Promise.all([
    import('./do-operation.ts'),
    import('./keep-photo.ts'),
    import('./send-operations.ts'),
    import('./operations-store.ts'),
    import('@/lib/session.ts'),
  ]);
  const { user } = JSON.parse(localStorage.getItem(sessionKey) ?? '{}') as { user?: typeof me };
  if (user)
    session.setSession({
      status: 'signed-in',
      user,
      isAdmin: true,
      adminCheck: 'done',
      isRecovering: false,
      accessToken: () => Promise.resolve('a token'),
      signOut: () => Promise.resolve(),
    });
  const act = (
    kind: 'done' | 'undo_mark' | 'payment' | 'note' | 'tick',
    input = {},
    basedOn = {},
  ) => doOperation({ bookingId, kind, input, basedOn, visit: 'Ada Byron, 9:00 AM' });
  const take = (key: string) =>
    keepPhoto(
      { key, bookingId, input: { photo_kind: 'before' }, visit: 'Ada Byron, 9:00 AM' },
      new Blob(['a photo'], { type: 'image/jpeg' }),
    );
  return { act, take, send: sendOperations, of: store.operationsOf, photo: store.readPhoto };
}

const bodies = () => backend.sent(call).map(({ body }) => body as Record<string, unknown>);
const withoutNetwork = () => {
  backend.answers[call] = () => {
    throw new TypeError('Failed to fetch');
  };
};

test('the browser is asked not to clear what waits on the device, and only then', async () => {
  const persist = vi.fn(() => Promise.resolve(true));
  Object.defineProperty(navigator, 'storage', { value: { persist }, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'storage'));
  const { act } = await openPage();
  await act('done');
  expect(persist).not.toHaveBeenCalled();
  withoutNetwork();
  expect(await act('undo_mark')).toMatchObject({ isUnsent: true });
  await vi.waitFor(() => expect(persist).toHaveBeenCalledOnce());
});

test('an operation is stored, sent at once, and no longer stored once it is answered', async () => {
  backend.answers[call] = done({ payment_id: 'p1' });
  const { act, of } = await openPage();
  expect(await act('payment', { amount_cents: 100 })).toEqual({
    isUnsent: false,
    result: { payment_id: 'p1' },
  });
  expect(await of(me.id)).toEqual([]);
});

test('without a network operations stay, and another page sends them later, once each and in order', async () => {
  withoutNetwork();
  const page = await openPage();
  expect((await page.act('done')).isUnsent).toBe(true);
  await page.act('payment', { amount_cents: 100 });
  const keys = (await page.of(me.id)).map(({ key }) => key);
  const tries = bodies().length;

  backend.answers[call] = done();
  const later = await openPage();
  await Promise.all([later.send(), later.send()]);
  expect(bodies().slice(tries)).toMatchObject([
    { kind: 'done', operation_key: keys[0] },
    { kind: 'payment', operation_key: keys[1] },
  ]);
  expect(await later.of(me.id)).toEqual([]);
});

test('a refusal that no screen waits for is kept with how the visit stands now', async () => {
  withoutNetwork();
  const page = await openPage();
  await page.act('note', { text: 'Mine' }, { note_version: 0 });
  await page.act('payment', { amount_cents: 100 });
  backend.answers[call] = ({ body }) =>
    (body as { kind: string }).kind === 'note' ? refused('note_changed') : done();
  const later = await openPage();
  await later.send();
  expect(await later.of(me.id)).toMatchObject([
    { kind: 'note', input: { text: 'Mine' }, refused: { code: 'note_changed', visit: state } },
  ]);
});

test('money for a visit that the crew no longer has is handed over to the owner', async () => {
  const handOver = 'POST /rest/v1/rpc/hand_over_payment';
  withoutNetwork();
  const page = await openPage();
  await page.act('payment', { amount_cents: 100 });
  backend.answers[call] = {
    status: 403,
    body: { code: 'PT403', message: 'administrators_only', details: null, hint: null },
  };
  backend.answers[handOver] = { body: null };
  const later = await openPage();
  await later.send();
  const [refusedOne] = await later.of(me.id);
  const { choicesOf } = await import('./operation-words.ts');
  const { changeOperation } = await import('./operations-store.ts');
  const [choice] = refusedOne ? choicesOf(refusedOne) : [];
  if (!refusedOne || !choice) throw new Error('nothing was refused');
  await changeOperation(refusedOne.key, choice.change);
  await later.send();
  expect(backend.sent(handOver).map(({ body }) => body)).toEqual([
    {
      operation_key: refusedOne.key,
      visit: bookingId,
      in_words: 'Ada Byron, 9:00 AM',
      input: { amount_cents: 100 },
    },
  ]);
  expect(await later.of(me.id)).toEqual([]);
});

test('a refusal while the screen waits is thrown, and nothing stays', async () => {
  backend.answers[call] = refused('booking_cancelled');
  const { act, of } = await openPage();
  await expect(act('done')).rejects.toThrow('booking_cancelled');
  expect(await of(me.id)).toEqual([]);
});

test('what was noted on top of an unsent note is based on its version once that is sent', async () => {
  withoutNetwork();
  const page = await openPage();
  await page.act('note', { text: 'Dog' }, { note_version: 4 });
  await page.act('note', { text: 'Dog and cat' }, { note_version: 4 });
  const tries = bodies().length;
  backend.answers[call] = ({ body }) =>
    done({
      note_version: (body as { based_on: { note_version: number } }).based_on.note_version + 1,
    });
  const later = await openPage();
  await later.send();
  expect(bodies().slice(tries)).toMatchObject([
    { input: { text: 'Dog' }, based_on: { note_version: 4 } },
    { input: { text: 'Dog and cat' }, based_on: { note_version: 5 } },
  ]);
});

test('another account sends nothing of the first one, and the first one sends it later', async () => {
  withoutNetwork();
  await (await openPage()).act('payment', { amount_cents: 100 });
  const tries = bodies().length;
  backend.answers[call] = done();
  logIn(other);
  const ofOther = await openPage();
  await ofOther.send();
  expect(await ofOther.of(other.id)).toEqual([]);
  expect(bodies()).toHaveLength(tries);
  logIn(me);
  await (await openPage()).send();
  expect(bodies()).toHaveLength(tries + 1);
});

test.each([
  ['an ended sign-in', 401, 'PT401', 'not_signed_in'],
  ['a database that is away', 503, 'PGRST001', 'no connection'],
  ['too many requests', 429, 'PT429', 'too_many_requests'],
])('%s is no refusal: the operation waits', async (_what, status, code, message) => {
  backend.answers[call] = { status, body: { code, message, details: null, hint: null } };
  const { act, of } = await openPage();
  expect((await act('done')).isUnsent).toBe(true);
  expect(await of(me.id)).toMatchObject([{ kind: 'done' }]);
});

test('a tick waits for no decision about the visit', async () => {
  withoutNetwork();
  const page = await openPage();
  await page.act('done');
  await page.act('tick', { item: 'Wash', is_ticked: true });
  backend.answers[call] = ({ body }) =>
    (body as { kind: string }).kind === 'done' ? refused('visit_moved') : done();
  const later = await openPage();
  await later.send();
  expect(await later.of(me.id)).toMatchObject([{ kind: 'done', refused: { code: 'visit_moved' } }]);
});

test('photos stay without a network, and another page sends them later, each under its key', async () => {
  withoutNetwork();
  const page = await openPage();
  await page.take('photo-1');
  await page.take('photo-2');
  await page.act('payment', { amount_cents: 100 });
  await page.send();
  expect(await page.of(me.id)).toHaveLength(3);
  backend.answers[call] = done();
  backend.answers[place] = { body: null };
  backend.answers[upload('photo-1')] = { body: {} };
  // Stored already, and only the answer was lost.
  backend.answers[upload('photo-2')] = storageRefusal(409, 'The resource already exists');
  const tries = backend.sent(place).length;
  const later = await openPage();
  await Promise.all([later.send(), later.send()]);
  expect(backend.sent(place).slice(tries)).toMatchObject(
    ['photo-1', 'photo-2'].map((photo_id) => ({
      body: { photo_id, target_booking_id: bookingId, photo_kind: 'before' },
    })),
  );
  expect(backend.sent(upload('photo-1'))).toHaveLength(1);
  expect(await later.of(me.id)).toEqual([]);
  expect(await later.photo('photo-1')).toBeNull();
});

test.each([
  ['too many photos', place, refused('too_many_photos'), 'too_many_photos'],
  ['what is no photo', upload('p'), storageRefusal(415, 'Not a photo.'), 'Not a photo.'],
  ['a removed place', upload('p'), storageRefusal(403, 'No.'), 'not_allowed'],
])('a photo that is refused for good (%s) keeps its content', async (_why, name, reply, code) => {
  backend.answers[place] = { body: null };
  backend.answers[name] = reply;
  const page = await openPage();
  await page.take('p');
  await page.send();
  expect(await page.of(me.id)).toMatchObject([{ key: 'p', refused: { code } }]);
  expect((await page.photo('p'))?.size).toBe(7);
});

test.each([
  ['is busy', 429],
  ['is away', 503],
  ['knows of an ended sign-in', 401],
])('a photo waits while the storage %s', async (_why, status) => {
  backend.answers[place] = { body: null };
  backend.answers[upload('p')] = storageRefusal(status, 'Later');
  const page = await openPage();
  await page.take('p');
  await page.send();
  const [photo] = await page.of(me.id);
  expect(photo).toMatchObject({ kind: 'photo' });
  expect(photo?.refused).toBeUndefined();
});

test('a full device sends a photo at once, or says so and stores nothing', async () => {
  backend.answers[place] = { body: null };
  backend.answers[upload('p')] = { body: {} };
  const page = await openPage();
  await page.of(me.id);
  vi.spyOn(fakeStore.IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError');
  });
  await page.take('p');
  expect(backend.sent(upload('p'))).toHaveLength(1);
  backend.answers[place] = () => {
    throw new TypeError('Failed to fetch');
  };
  await expect(page.take('q')).rejects.toThrow('This device is full.');
  expect(await page.of(me.id)).toEqual([]);
});

test('a device keeps a hundred unsent photos, and says so', async () => {
  backend.answers[place] = () => {
    throw new TypeError('Failed to fetch');
  };
  const page = await openPage();
  await page.of(me.id);
  await new Promise<void>((resolve) => {
    const opening = indexedDB.open('unsent-operations');
    opening.onsuccess = () => {
      const store = opening.result.transaction('photos', 'readwrite').objectStore('photos');
      for (let key = 0; key < 100; key++) store.put({ key: String(key) });
      store.transaction.oncomplete = () => {
        opening.result.close();
        resolve();
      };
    };
  });
  await expect(page.take('p')).rejects.toThrow('already keeps 100 photos');
});

test('the first version of the store is taken over with all that is in it', async () => {
  await new Promise<void>((resolve, reject) => {
    const opening = indexedDB.open('unsent-operations', 1);
    opening.onerror = () => reject(new Error('No store'));
    opening.onupgradeneeded = () => {
      const store = opening.result.createObjectStore('operations', {
        keyPath: 'place',
        autoIncrement: true,
      });
      store.createIndex('key', 'key', { unique: true });
      store.put({ key: 'old', account: me.id, bookingId, kind: 'done', input: {}, basedOn: {} });
    };
    opening.onsuccess = () => {
      opening.result.close();
      resolve();
    };
  });
  const page = await openPage();
  expect(await page.of(me.id)).toMatchObject([{ key: 'old', kind: 'done', place: 1 }]);
  await page.send();
  expect(bodies()).toMatchObject([{ operation_key: 'old', kind: 'done' }]);
});

test('a newer version of the store loses nothing when an older version of the app opens it', async () => {
  withoutNetwork();
  const page = await openPage();
  await page.act('done');
  await new Promise<void>((resolve, reject) => {
    const opening = indexedDB.open('unsent-operations', 3);
    opening.onerror = () => reject(new Error('The store was not upgraded'));
    opening.onsuccess = () => {
      opening.result.close();
      resolve();
    };
  });
  backend.answers[call] = done();
  const older = await openPage();
  expect(await older.of(me.id)).toMatchObject([{ kind: 'done' }]);
  await older.send();
  await vi.waitFor(async () => expect(await older.of(me.id)).toEqual([]), 10_000);
});

test('what is in a store that cannot be read counts as unsent', async () => {
  const { act } = await openPage();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(fakeStore.IDBObjectStore.prototype, 'getAll').mockImplementation(() => {
    throw new Error('This store cannot be read');
  });
  expect((await act('done')).isUnsent).toBe(true);
  expect(bodies()).toEqual([]);
});

test('a browser that can store nothing sends at once, or fails', async () => {
  vi.stubGlobal('indexedDB', undefined);
  const { act } = await openPage();
  expect((await act('done')).isUnsent).toBe(false);
  withoutNetwork();
  await expect(act('done')).rejects.toThrow();
});
