// @vitest-environment jsdom
import { useRef, useState } from 'react';
import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { press } from '@/testing/press.ts';
import { useKeptFocus } from './use-kept-focus.ts';

afterEach(cleanup);

function Screen({ way = 'gone' }: { way?: 'gone' | 'hidden' }) {
  const root = useRef<HTMLDivElement>(null);
  const [isThere, setIsThere] = useState(true);
  useKeptFocus(root);
  return (
    <div ref={root}>
      <h1>The page</h1>
      <section>
        <h2>The part</h2>
        {(isThere || way === 'hidden') && (
          <form hidden={!isThere}>
            <button type="button" onClick={() => setIsThere(false)}>
              Close
            </button>
          </form>
        )}
      </section>
      <button type="button" onClick={() => setIsThere(false)}>
        Close from elsewhere
      </button>
    </div>
  );
}

test.each(['gone', 'hidden'] as const)(
  'the nearest heading takes the focus when the focused element is %s',
  async (way) => {
    render(<Screen way={way} />);
    await press('Close');
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'The part' }));
  },
);

test('the focus stays when another element disappears', async () => {
  render(<Screen />);
  await press('Close from elsewhere');
  expect(document.activeElement?.textContent).toBe('Close from elsewhere');
});

test('an element that lost the focus before moves no focus when it disappears', async () => {
  render(<Screen />);
  screen.getByRole('button', { name: 'Close' }).focus();
  await userEvent.click(document.body);
  await act(async () => {
    screen.getByText('Close from elsewhere').click();
    await Promise.resolve();
  });
  expect(screen.queryByText('Close')).toBeNull();
  expect(document.activeElement).toBe(document.body);
});
