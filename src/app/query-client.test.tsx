// @vitest-environment jsdom
import type { ReactNode } from 'react';
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  onlineManager,
  QueryClientProvider,
  useMutation,
  useQuery,
  type QueryClient,
} from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BackendError } from '@/lib/backend.ts';
import { newQueryClient } from './query-client.ts';

let client: QueryClient;
beforeEach(() => {
  client = newQueryClient();
});
afterEach(() => {
  cleanup();
  client.clear();
  act(() => onlineManager.setOnline(true));
});

let due = 45;
const askReceipt = vi.fn(() => Promise.resolve(due));
const askCard = vi.fn(() => Promise.resolve('A card form'));

function Receipt() {
  const { data } = useQuery({ queryKey: ['receipt'], queryFn: askReceipt });
  return <p>Balance due {data}</p>;
}

function Booking({ pay }: { pay: () => Promise<void> }) {
  const card = useQuery({ queryKey: ['card'], queryFn: askCard });
  const { mutate, error } = useMutation({ mutationFn: pay });
  return (
    <>
      <p>{card.data}</p>
      <button onClick={() => mutate()}>Record payment</button>
      {error && <p role="alert">{error.message}</p>}
    </>
  );
}

const show = (what: ReactNode) => <QueryClientProvider client={client}>{what}</QueryClientProvider>;

test('a change reloads cached data when it is shown again, and leaves data on the screen alone', async () => {
  const { rerender } = render(show(<Receipt />));
  await screen.findByText('Balance due 45');
  const pay = () => {
    due = 0;
    return Promise.resolve();
  };
  rerender(show(<Booking pay={pay} />));
  await screen.findByText('A card form');
  await userEvent.click(screen.getByRole('button', { name: 'Record payment' }));
  rerender(show(<Receipt />));
  expect(await screen.findByText('Balance due 0')).toBeTruthy();
  expect(askCard).toHaveBeenCalledOnce();
});

test('a change without a network fails at once and is not sent later', async () => {
  const pay = vi.fn(() => Promise.reject(new Error('We could not reach the server')));
  render(show(<Booking pay={pay} />));
  act(() => onlineManager.setOnline(false));
  await userEvent.click(screen.getByRole('button', { name: 'Record payment' }));
  expect((await screen.findByRole('alert')).textContent).toBe('We could not reach the server');
  act(() => onlineManager.setOnline(true));
  expect(pay).toHaveBeenCalledOnce();
});

test('what is loaded without a network fails at once, and loads by itself with one', async () => {
  let isAway = true;
  const load = () =>
    isAway ? Promise.reject(new Error('Failed to fetch')) : Promise.resolve('Five times');
  function Times() {
    const { data, error } = useQuery({ queryKey: ['times'], queryFn: load, retry: false });
    return <p>{data ?? error?.message ?? 'Loading'}</p>;
  }
  act(() => onlineManager.setOnline(false));
  render(show(<Times />));
  expect(await screen.findByText('Failed to fetch')).toBeTruthy();
  isAway = false;
  act(() => onlineManager.setOnline(true));
  expect(await screen.findByText('Five times')).toBeTruthy();
});

test('a refusal is shown at once, and what failed otherwise is asked for once more', async () => {
  const failing = (status: number) =>
    vi.fn(() =>
      Promise.reject(new BackendError({ code: 'any', message: `No, ${status}`, status })),
    );
  const refused = failing(409);
  const broken = failing(503);
  function Preview({ ask }: { ask: () => Promise<string> }) {
    const { error } = useQuery({ queryKey: [ask.name], queryFn: ask, retryDelay: 0, gcTime: 0 });
    return <p>{error?.message}</p>;
  }
  const { unmount } = render(show(<Preview ask={refused} />));
  await screen.findByText('No, 409');
  expect(refused).toHaveBeenCalledOnce();
  unmount();
  render(show(<Preview ask={broken} />));
  await screen.findByText('No, 503');
  expect(broken).toHaveBeenCalledTimes(2);
});
