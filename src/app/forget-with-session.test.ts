import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { setSession } from '@/lib/session.ts';
import { forgetWithSession } from './forget-with-session.ts';

const account = ['account', 'person'];

const signIn = (id: string) =>
  setSession({
    status: 'signed-in',
    user: { id, email: `${id}@example.com` },
    isAdmin: false,
    isRecovering: false,
    accessToken: () => Promise.resolve('a token'),
    signOut: () => Promise.resolve(),
  });
const signOut = () => setSession({ status: 'guest' });

let stop = () => {};
function clientOf(data: string) {
  const client = new QueryClient();
  stop = forgetWithSession(client);
  client.setQueryData(account, data);
  return client;
}

afterEach(() => {
  stop();
  signOut();
});

test('logging out deletes data loaded for the person', () => {
  signIn('ada');
  const client = clientOf('Ada');
  signOut();
  expect(client.getQueryData(account)).toBeUndefined();
});

test("another person's login deletes data still on the screen", () => {
  signIn('ada');
  const client = clientOf('Ada');
  const leave = new QueryObserver(client, { queryKey: account, enabled: false }).subscribe(
    () => {},
  );
  signOut();
  leave();
  signIn('bo');
  expect(client.getQueryData(account)).toBeUndefined();
});

test("a renewed session keeps the data, and so does a guest's login", () => {
  const client = clientOf('Available times');
  signIn('ada');
  signIn('ada');
  expect(client.getQueryData(account)).toBe('Available times');
});
