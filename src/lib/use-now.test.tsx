// @vitest-environment jsdom
import { useLayoutEffect } from 'react';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { setClockBy } from './clock.ts';
import { useNow } from './use-now.ts';

const day = 24 * 60 * 60_000;
const answerAt = (moment: number) =>
  new Response(null, { headers: { date: new Date(moment).toUTCString() } });

afterEach(() => {
  cleanup();
  setClockBy(answerAt(Date.now()));
});

/** Its answer comes after the screen was drawn, and before the screen listens. */
function EarlyAnswer() {
  useLayoutEffect(() => setClockBy(answerAt(Date.now() - day)), []);
  return <p>{new Date(useNow()).toISOString().slice(0, 10)}</p>;
}

test('a clock that is set while the screen is drawn counts at once', async () => {
  render(<EarlyAnswer />);
  const yesterday = new Date(Date.now() - day).toISOString().slice(0, 10);
  expect(await screen.findByText(yesterday)).toBeTruthy();
});
