// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { Decoration, ErrorBoundary } from './error-boundary.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function BrokenScreen(): never {
  throw new Error('A screen that cannot be drawn');
}

test('a screen that fails to render shows an apology, a retry and a link home [S8.66]', async () => {
  const reload = vi.fn();
  vi.stubGlobal('location', { reload });
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  render(
    <ErrorBoundary>
      <BrokenScreen />
    </ErrorBoundary>,
  );
  expect(screen.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Back to Home' }).getAttribute('href')).toBe('/');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(reload).toHaveBeenCalledOnce();
  expect(log, 'the error is logged').toHaveBeenCalled();
});

test('a decoration that fails to render is left out, and the rest of the page stays', () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  render(
    <ErrorBoundary>
      <p>The page</p>
      <Decoration>
        <BrokenScreen />
      </Decoration>
    </ErrorBoundary>,
  );
  expect(screen.getByText('The page')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(log, 'the error is logged').toHaveBeenCalled();
});
