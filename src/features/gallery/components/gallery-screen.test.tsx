// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { toasts } from '@/lib/toast.ts';
import { GalleryScreen } from './gallery-screen.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const photo = (id: string, description: string) => ({
  id,
  image_url: `/storage/v1/object/public/gallery/${id}.webp`,
  description,
  created_at: '2026-10-20T12:00:00Z',
});

/** The backend as the browser sees it, with these photos on the wall. */
function startWall(photos: unknown[]) {
  const wall = { photos, isDown: false, asked: [] as URL[] };
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) => {
    wall.asked.push(new URL(new Request(input, init).url));
    return wall.isDown
      ? Promise.reject(new TypeError('Failed to fetch'))
      : Promise.resolve(Response.json(wall.photos));
  });
  return wall;
}

function showGallery() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={['/gallery']}>
        <GalleryScreen />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

test('photos hang newest first, and each says what it shows', async () => {
  const wall = startWall([photo('b', 'A black sedan'), photo('a', 'A clean engine bay')]);
  showGallery();
  expect(screen.getByText('Loading our shiny work...')).toBeTruthy();
  const images = await screen.findAllByRole('img');
  expect(images.map((image) => image.getAttribute('alt'))).toEqual([
    'A black sedan',
    'A clean engine bay',
  ]);
  expect(wall.asked[0]?.pathname).toBe('/rest/v1/gallery_photos');
  expect(wall.asked[0]?.searchParams.get('order')).toBe('created_at.desc');
});

test('the keyboard reaches a photo that has a description', async () => {
  startWall([photo('a', 'A clean engine bay'), photo('b', '')]);
  showGallery();
  await screen.findAllByRole('img');
  const [described, bare] = screen.getAllByRole('figure');
  await userEvent.setup().tab();
  expect(document.activeElement).toBe(described);
  expect(bare?.hasAttribute('tabindex')).toBe(false);
});

test('an empty wall is getting ready', async () => {
  startWall([]);
  showGallery();
  expect(await screen.findByText('Our Gallery is Getting Ready!')).toBeTruthy();
});

test('when photos cannot be fetched the visitor hears it and can try again', async () => {
  const wall = startWall([photo('a', 'A clean engine bay')]);
  wall.isDown = true;
  showGallery();
  const retry = await screen.findByRole('button', { name: 'Try again' });
  await waitFor(() =>
    expect(toasts.current()).toMatchObject({
      title: 'Error',
      description: 'Could not fetch gallery photos.',
      variant: 'destructive',
    }),
  );
  wall.isDown = false;
  await userEvent.setup().click(retry);
  expect(await screen.findByRole('img', { name: 'A clean engine bay' })).toBeTruthy();
});
