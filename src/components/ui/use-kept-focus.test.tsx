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
  'when what has the focus is %s the nearest heading takes it',
  async (way) => {
    render(<Screen way={way} />);
    await press('Close');
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'The part' }));
  },
);

test('the focus stays where it is when something else goes away', async () => {
  render(<Screen />);
  await press('Close from elsewhere');
  expect(document.activeElement?.textContent).toBe('Close from elsewhere');
});

test('what somebody has left takes no focus when it goes away', async () => {
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
