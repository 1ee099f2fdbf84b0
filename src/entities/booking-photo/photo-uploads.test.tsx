// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startFakeBackend, storageRefusal } from '@/testing/fake-backend.ts';
import { AddPhotos } from './add-photos.tsx';
import { PhotosOnTheirWay } from './photos-on-their-way.tsx';
import { dropPhoto, mostPhotos, sendPhotos, useChosenPhotos } from './photo-uploads.ts';

const add = 'POST /rest/v1/rpc/add_booking_photo';
const remove = 'POST /rest/v1/rpc/remove_booking_photo';
const stored = (id: string) => `POST /storage/v1/object/bookings/${id}`;
const [first, second] = [
  '0000000a-0000-4000-8000-000000000001',
  '0000000a-0000-4000-8000-000000000002',
];
const email = 'ada@example.com';

/** As the schedule shows them, before there is a booking. */
function Field() {
  const photos = useChosenPhotos(null);
  return (
    <>
      <ul>
        {photos.map(({ key, file }) => (
          <li key={key}>
            {file.name} <button onClick={() => dropPhoto(key)}>Drop {file.name}</button>
          </li>
        ))}
      </ul>
      <AddPhotos bookingId={null} room={mostPhotos - photos.length} />
    </>
  );
}

const photo = (name: string) =>
  new File([Uint8Array.of(0xff, 0xd8, 0xff)], name, { type: 'image/jpeg' });
let bookings = 0;
let bookingId = '';

function start() {
  const ids = [first, second];
  let given = 0;
  return startFakeBackend({
    [add]: () => ({ body: ids[given++ % 2] }),
    [remove]: { body: null },
    [stored(first)]: { body: {} },
    [stored(second)]: { body: {} },
  });
}

/** Chooses photos before there is a booking, then books. */
async function chooseAndBook(...names: string[]) {
  const screenBefore = render(<Field />);
  await userEvent.upload(screen.getByLabelText('Add photos'), names.map(photo));
  await screen.findByText(names.at(-1) ?? '');
  screenBefore.unmount();
  render(<PhotosOnTheirWay bookingId={bookingId} />);
  act(() => sendPhotos({ bookingId, email }));
}

beforeEach(() => {
  bookingId = `booking-${(bookings += 1)}`;
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:preview');
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined);
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('photos chosen before the booking are sent once it is made, under the ids that it got', async () => {
  const backend = start();
  await chooseAndBook('front.jpg', 'back.jpg');
  await waitFor(() => expect(screen.getAllByText('Added')).toHaveLength(2));
  expect(backend.sent(add).map(({ body }) => body)).toEqual(
    Array(2).fill({ target_booking_id: bookingId, email }),
  );
  expect([backend.sent(stored(first)), backend.sent(stored(second))].flat()).toHaveLength(2);
});

test('a photo that fails says why, and a retry takes no second place', async () => {
  const backend = start();
  backend.answers[stored(first)] = storageRefusal(429, 'You’ve uploaded too many photos.');
  await chooseAndBook('front.jpg');
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Not sent: You’ve uploaded too many photos.',
  );
  backend.answers[stored(first)] = { body: {} };
  await userEvent.click(screen.getByRole('button', { name: 'Try photo 1 again' }));
  expect(await screen.findByText('Added')).toBeTruthy();
  expect(backend.sent(add)).toHaveLength(1);
});

test('a photo that arrived although its answer was lost counts as added', async () => {
  const backend = start();
  backend.answers[stored(first)] = storageRefusal(409, 'The resource already exists');
  await chooseAndBook('front.jpg');
  expect(await screen.findByText('Added')).toBeTruthy();
});

test('a photo whose id is no longer accepted gets another one by a retry', async () => {
  const backend = start();
  backend.answers[stored(first)] = storageRefusal(403, 'You can’t add this photo.');
  await chooseAndBook('front.jpg');
  await userEvent.click(await screen.findByRole('button', { name: 'Try photo 1 again' }));
  expect(await screen.findByText('Added')).toBeTruthy();
  expect(backend.sent(stored(second))).toHaveLength(1);
});

test('a photo beyond the fourth is told by the backend in words', async () => {
  const backend = start();
  backend.answers[add] = { status: 409, body: { code: 'PT409', message: 'too_many_photos' } };
  await chooseAndBook('front.jpg');
  expect((await screen.findByRole('alert')).textContent).toContain('up to four photos');
});

test('a stored photo that is removed again is removed from the booking, too', async () => {
  const backend = start();
  await chooseAndBook('front.jpg');
  await screen.findByText('Added');
  await userEvent.click(screen.getByRole('button', { name: 'Remove photo 1' }));
  expect(screen.queryByRole('img')).toBeNull();
  await waitFor(() => expect(backend.sent(remove)[0]?.body).toEqual({ photo_id: first, email }));
});

test('photos go along when another booking replaces the unpaid one', async () => {
  const backend = start();
  await chooseAndBook('front.jpg');
  await screen.findByText('Added');
  const replaces = bookingId;
  cleanup();
  bookingId = `booking-${(bookings += 1)}`;
  render(<PhotosOnTheirWay bookingId={bookingId} />);
  act(() => sendPhotos({ bookingId, email }, { replaces }));
  expect(await screen.findByText('Added')).toBeTruthy();
  expect(backend.sent(add).at(-1)?.body).toEqual({ target_booking_id: bookingId, email });
  expect(backend.sent(stored(second))).toHaveLength(1);
});

test('a fifth file and a file that is no photo are refused in words; the others stay', async () => {
  start();
  render(<Field />);
  const user = userEvent.setup({ applyAccept: false });
  const input = screen.getByLabelText('Add photos');
  await user.upload(input, [photo('a.jpg'), new File(['x'], 'b.pdf', { type: 'application/pdf' })]);
  expect((await screen.findByRole('alert')).textContent).toContain('not a photo');
  await user.upload(input, new File(['words'], 'words.jpg', { type: 'image/jpeg' }));
  expect(screen.getByRole('alert').textContent).toContain('not a photo');
  expect(screen.queryByText('words.jpg')).toBeNull();
  await user.upload(
    input,
    ['c', 'd', 'e', 'f'].map((name) => photo(`${name}.jpg`)),
  );
  expect(await screen.findByText('You can add up to 4 photos.')).toBeTruthy();
  expect(screen.queryByLabelText('Add photos')).toBeNull();
  for (const name of ['a', 'c', 'd', 'e']) {
    await user.click(screen.getByRole('button', { name: `Drop ${name}.jpg` }));
  }
  expect(screen.queryAllByRole('listitem')).toEqual([]);
});
