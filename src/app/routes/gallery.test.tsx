// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { setSession } from '@/lib/session.ts';
import { storageRefusal } from '@/testing/fake-backend.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
import { expectToast } from '@/testing/expect-toast.ts';
import { signIn } from '@/testing/sign-in.ts';
import { aPhoto, rows, startWall } from '@/entities/photo/testing/wall.ts';
import Gallery from './gallery.tsx';

const now = 1_790_000_000_000;
const door = (name: string) => `POST /storage/v1/object/gallery/${now}_${name}`;
const bin = 'DELETE /storage/v1/object/gallery';
const jpeg = (name: string) => new File(['pixels'], name, { type: 'image/jpeg' });

let backend: ReturnType<typeof startWall>;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now });
  signIn({ isAdmin: true });
  backend = startWall([aPhoto('b', 'A black sedan'), aPhoto('a', 'A clean engine bay')]);
  for (const name of ['car.jpg', 'van.jpg']) {
    const key = `gallery/${now}_${name}`;
    backend.answers[door(name)] = { body: { Id: 'id', Key: key } };
  }
});

afterEach(() => {
  cleanup();
  setSession({ status: 'guest' });
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function showGallery() {
  renderScreen(<Gallery />, { path: '/gallery' });
  return screen.findByRole('button', { name: 'Upload Photos' });
}

const choose = (files: File[], options = {}) =>
  userEvent.setup(options).upload(screen.getByLabelText('Photos to upload'), files);

const onTheWall = () =>
  within(screen.getByRole('list', { name: 'Photos' }))
    .getAllByRole('img')
    .map((image) => image.getAttribute('alt'));

describe('Uploading', () => {
  test('accepts only images [S5.26]', async () => {
    await showGallery();
    expect(screen.getByLabelText('Photos to upload').getAttribute('accept')).toBe('image/*');
  });

  test("stores an administrator's photo, adds its row and shows it first [S2.3, S2.38, S4.27, S6.17, S7.38, S7.40, S7.41, S8.38]", async () => {
    await showGallery();
    const file = jpeg('car.jpg');
    await choose([file]);
    await expectToast('Success!', 'Photo uploaded successfully.');
    expect(backend.sent(door('car.jpg'))[0]?.body).toMatchObject({ '': file });
    const [added] = backend.sent(`POST ${rows}`);
    expect(added?.body).toEqual({
      image_url: `${window.location.origin}/storage/v1/object/public/gallery/${now}_car.jpg`,
      description: 'A beautifully cleaned car',
    });
    expect(added?.headers.get('prefer')).toContain('return=representation');
    expect(added?.headers.get('authorization')).toBe('Bearer a token');
    expect(onTheWall()).toEqual([
      'A beautifully cleaned car',
      'A black sedan',
      'A clean engine bay',
    ]);
  });

  test('shows the button as Uploading... and disabled, with the progress [S2.39]', async () => {
    let arrive = () => {};
    backend.answers[door('car.jpg')] = () =>
      new Promise((resolve) => {
        arrive = () => resolve({ body: { Id: 'id', Key: `gallery/${now}_car.jpg` } });
      });
    const button = await showGallery();
    await choose([jpeg('car.jpg')]);
    expect(button.textContent).toBe('Uploading...');
    expect(button).toHaveProperty('disabled', true);
    const bar = await screen.findByRole('progressbar', { name: 'Upload' });
    await waitFor(() => expect(bar.getAttribute('aria-valuenow')).toBe('50'));
    expect(screen.getByText('Uploading. Photo 1 of 1, 50%').getAttribute('role')).toBe('status');

    // What a browser does with the focus of a button that is disabled.
    (document.activeElement as HTMLElement).blur();
    arrive();
    await waitFor(() => expect(button.textContent).toBe('Upload Photos'));
    expect(button).toHaveProperty('disabled', false);
    expect(screen.queryByRole('progressbar')).toBeNull();
    expect(document.activeElement).toBe(button);
  });

  test('sends several photos one after the other; a failed one does not stop the others', async () => {
    backend.answers[door('car.jpg')] = storageRefusal(415, 'This file is not a photo.');
    await showGallery();
    await choose([jpeg('car.jpg'), jpeg('van.jpg')]);
    await expectToast('Success!', 'Photo uploaded successfully.');
    expect(backend.sent(`POST ${rows}`)).toHaveLength(1);
    expect(screen.getByText('Not uploaded').parentElement?.textContent).toContain(
      'car.jpg: This file is not a photo.',
    );
  });

  test("shows the storage's refusal in its words and stops [S8.34]", async () => {
    backend.answers[door('car.jpg')] = storageRefusal(413, 'The photo is too large.');
    await showGallery();
    await choose([jpeg('car.jpg')]);
    await expectToast('Upload Failed', 'The photo is too large.', 'destructive');
    expect(backend.sent(`POST ${rows}`)).toEqual([]);
    expect(onTheWall()).toHaveLength(2);
  });

  test('does not send a file that is not a photo [S5.26]', async () => {
    await showGallery();
    const file = new File(['<svg/>'], 'logo.svg', { type: 'image/svg+xml' });
    await choose([file], { applyAccept: false });
    await expectToast(
      'Upload Failed',
      'This file is not a photo. Please choose a JPEG, PNG, WebP, AVIF or GIF.',
      'destructive',
    );
    expect(backend.sent(`POST ${rows}`)).toEqual([]);
  });

  test('reports a photo that cannot be saved, and removes its file [S8.35]', async () => {
    backend.answers[`POST ${rows}`] = { status: 500, body: { message: 'down' } };
    await showGallery();
    await choose([jpeg('car.jpg')]);
    await expectToast('Database Error', 'Could not save photo to gallery.', 'destructive');
    expect(backend.sent(bin)[0]?.body).toEqual({ prefixes: [`${now}_car.jpg`] });
    expect(onTheWall()).toHaveLength(2);
  });

  test('logs when the file of an unsaved photo remains', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    backend.answers[`POST ${rows}`] = { status: 500, body: { message: 'down' } };
    backend.answers[bin] = storageRefusal(500, 'down');
    await showGallery();
    await choose([jpeg('car.jpg')]);
    await expectToast('Database Error', 'Could not save photo to gallery.', 'destructive');
    expect(log).toHaveBeenCalledOnce();
  });
});

describe('Deleting', () => {
  async function askToDelete() {
    await showGallery();
    await userEvent.click(screen.getByRole('button', { name: /^Delete.*A black sedan/ }));
    return within(await screen.findByRole('alertdialog', { name: 'Delete this photo?' }));
  }

  async function deletePhoto() {
    const question = await askToDelete();
    await userEvent.click(question.getByRole('button', { name: 'Delete photo' }));
  }

  test('removes the row and then the file, by the last segment of its URL [S2.3, S4.28, S6.17, S7.39, S7.42, S8.39]', async () => {
    await deletePhoto();
    await expectToast('Success!', 'Photo deleted.');
    expect(backend.sent(bin)[0]?.body).toEqual({ prefixes: [`${now}_b.jpg`] });
    expect(backend.sent(`DELETE ${rows}`)[0]?.query.get('id')).toBe('eq.b');
    await waitFor(() => expect(onTheWall()).toEqual(['A clean engine bay']));
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Upload Photos' })),
    );
  });

  test('has a button on every photo [S2.38]', async () => {
    await showGallery();
    const buttons = screen.getAllByRole('button', { name: /^Delete/ });
    expect(
      buttons.map((button) => button.getAttribute('aria-label') ?? button.textContent),
    ).toEqual([
      expect.stringContaining('A black sedan'),
      expect.stringContaining('A clean engine bay'),
    ]);
  });

  test('asks first, and No keeps the photo', async () => {
    const question = await askToDelete();
    await userEvent.click(question.getByRole('button', { name: 'Keep photo' }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(backend.sent(bin)).toEqual([]);
    expect(onTheWall()).toHaveLength(2);
  });

  test('reports a file that cannot be deleted, and removes the photo from the gallery [S8.36]', async () => {
    backend.answers[bin] = storageRefusal(500, 'down');
    backend.answers[`DELETE ${rows}`] = () => {
      backend.answers[`GET ${rows}`] = { body: [aPhoto('a', 'A clean engine bay')] };
      return { body: [{ id: 'b' }] };
    };
    await deletePhoto();
    await expectToast('Deletion Failed', 'Could not delete photo from storage.', 'destructive');
    await waitFor(() => expect(onTheWall()).toEqual(['A clean engine bay']));
  });

  test('reports a row that cannot be deleted, and keeps its file [S8.37]', async () => {
    backend.answers[`DELETE ${rows}`] = { status: 403, body: { message: 'denied' } };
    await deletePhoto();
    await expectToast('Deletion Failed', 'Could not delete photo from database.', 'destructive');
    expect(backend.sent(bin)).toEqual([]);
    expect(onTheWall()).toHaveLength(2);
  });

  test('reloads the gallery when a policy hides the row and nothing was deleted', async () => {
    backend.answers[`DELETE ${rows}`] = () => {
      // Somebody else was faster.
      backend.answers[`GET ${rows}`] = { body: [aPhoto('a', 'A clean engine bay')] };
      return { body: [] };
    };
    await deletePhoto();
    await expectToast('Deletion Failed', 'Could not delete photo from database.', 'destructive');
    await waitFor(() => expect(onTheWall()).toEqual(['A clean engine bay']));
  });

  test('removes no file for a photo that is part of the site', async () => {
    const ownPhoto = { ...aPhoto('d', 'A black sedan'), image_url: '/demo/sedan.webp' };
    backend.answers[`GET ${rows}`] = { body: [ownPhoto] };
    await deletePhoto();
    await expectToast('Success!', 'Photo deleted.');
    expect(backend.sent(bin)).toEqual([]);
  });
});

test('an administrator of an empty gallery can upload the first photo', async () => {
  backend.answers[`GET ${rows}`] = { body: [] };
  await showGallery();
  expect(screen.getByText('Our Gallery is Getting Ready!')).toBeTruthy();
  await choose([jpeg('car.jpg')]);
  expect(await screen.findByRole('img', { name: 'A beautifully cleaned car' })).toBeTruthy();
});

test('an administrator sees an enlarged photo without the delete button', async () => {
  await showGallery();
  await userEvent.click(screen.getByRole('button', { name: /^A black sedan/ }));
  const box = await screen.findByRole('dialog');
  expect(within(box).queryByRole('button', { name: /delete/i })).toBeNull();
});
