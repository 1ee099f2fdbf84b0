// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { defaultBusiness } from '@domain/business/default-business.ts';
import { setBusiness } from '@/lib/business.ts';
import { Logo } from './logo.tsx';

afterEach(() => {
  cleanup();
  setBusiness(defaultBusiness);
});

const withLogo = (logoUrl: string | null) =>
  setBusiness({ ...defaultBusiness, facts: { ...defaultBusiness.facts, logoUrl } });

test('the uploaded logo has the name of the business as its text alternative', () => {
  withLogo('/storage/v1/object/public/gallery/logo.png');
  render(<Logo />);
  const picture = screen.getByRole('img', { name: 'Lustre Mobile Detailing' });
  expect(picture.getAttribute('src')).toBe('/storage/v1/object/public/gallery/logo.png');
});

test.each([null, 'https://elsewhere.example/logo.png'])(
  '%s is no logo: the drawn one',
  (logoUrl) => {
    withLogo(logoUrl);
    render(<Logo />);
    expect(screen.queryByRole('img')).toBeNull();
    expect(screen.getByText('Lustre')).toBeTruthy();
  },
);
