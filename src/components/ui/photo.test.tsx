// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { appConfig } from '@/config/env.ts';
import { Photo } from './photo.tsx';

afterEach(() => {
  cleanup();
  appConfig.backendUrl = '';
});

const address = 'https://wash.example/storage/v1/object/public/gallery/1_car.jpg';
const rendered = '/storage/v1/render/image/public/gallery/1_car.jpg';
const image = () => screen.getByRole('img', { name: 'A clean car' });

test('a stored photo has four widths from our own storage', () => {
  render(<Photo url={address} alt="A clean car" sizes="50vw" width={4000} height={3000} />);
  expect(image().getAttribute('srcset')).toBe(
    [320, 640, 1024, 1600].map((width) => `${rendered}?width=${width} ${width}w`).join(', '),
  );
  expect(image().getAttribute('src')).toBe('/storage/v1/object/public/gallery/1_car.jpg');
  expect(image().getAttribute('sizes')).toBe('50vw');
});

test('a small photo lists no width above its own', () => {
  render(<Photo url={address} alt="A clean car" sizes="50vw" width={500} height={300} />);
  expect(image().getAttribute('srcset')).toBe(
    `${rendered}?width=320 320w, ${rendered}?width=640 500w`,
  );
});

test('a photo of known size reserves its space while it loads', () => {
  render(<Photo url={address} alt="A clean car" sizes="50vw" width={1600} height={1200} />);
  expect([image().getAttribute('width'), image().getAttribute('height')]).toEqual(['1600', '1200']);
});

test('a photo of unknown size has no dimensions and loads when it comes near', () => {
  render(<Photo url={address} alt="A clean car" sizes="50vw" width={null} />);
  expect(image().hasAttribute('width')).toBe(false);
  expect(image().getAttribute('loading')).toBe('lazy');
});

test('a photo at another address is shown unchanged', () => {
  render(<Photo url="/demo/car.webp" alt="A clean car" sizes="50vw" />);
  expect(image().getAttribute('src')).toBe('/demo/car.webp');
  expect(image().hasAttribute('srcset')).toBe(false);
});

test('a hosted backend without resizing gets a request for the original photo', () => {
  appConfig.backendUrl = 'https://project.example';
  render(<Photo url={address} alt="A clean car" sizes="50vw" />);
  expect(image().getAttribute('src')).toBe(
    'https://project.example/storage/v1/object/public/gallery/1_car.jpg',
  );
  expect(image().hasAttribute('srcset')).toBe(false);
});
