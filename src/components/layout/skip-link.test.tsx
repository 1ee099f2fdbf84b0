// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { SkipLink } from './skip-link.tsx';

afterEach(cleanup);

test("leads to the screen's content and keeps its router state", async () => {
  history.replaceState({ state: { bookingId: 'b1' } }, '', '/checkout');
  render(
    <>
      <SkipLink />
      <a href="/gallery">Gallery</a>
      <main id="content" tabIndex={-1} />
    </>,
  );
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  expect(document.activeElement).toBe(screen.getByRole('main'));
  expect(history.state).toEqual({ state: { bookingId: 'b1' } });
  expect(location.href).toMatch(/\/checkout$/);
});
