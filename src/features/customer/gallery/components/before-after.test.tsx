// @vitest-environment jsdom
import { act } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { GalleryPhoto } from '@/entities/photo/gallery-photo.ts';
import { BeforeAfter } from './before-after.tsx';

const photo = (id: string): GalleryPhoto => ({
  id,
  image_url: `/photos/${id}.jpg`,
  description: '',
  before_id: null,
  created_at: '2026-10-01T12:00:00Z',
  image_width: 900,
  image_height: 600,
});

test('the slider stays where an arrow key put it before the scripts ran', async () => {
  const pair = <BeforeAfter before={photo('mud')} after={photo('shine')} />;
  const page = document.createElement('div');
  page.innerHTML = renderToString(pair);
  document.body.append(page);
  const slider = page.querySelector('input');
  if (!slider) throw new Error('no slider');
  slider.value = '55';
  const root = await act(() => hydrateRoot(page, pair));
  expect(slider.getAttribute('aria-valuetext')).toBe('55% before, 45% after');
  act(() => root.unmount());
});
