import { expect, test } from 'vitest';
import { dismissToast, toast, toasts } from './toast.ts';

test('a toast is plain and stays for five seconds by default [S3.13]', () => {
  toast({ title: 'Saved' });
  expect(toasts.current()).toMatchObject({ title: 'Saved', variant: 'default', duration: 5000 });
});

test('only one toast is visible: a new one replaces the last [S4.29, S9.42]', () => {
  toast({ title: 'First' });
  toast({ title: 'Second', variant: 'destructive' });
  expect(toasts.current()).toMatchObject({ title: 'Second', variant: 'destructive' });
});

test('dismissing a replaced toast leaves its successor', () => {
  const first = toast({ title: 'First' });
  const second = toast({ title: 'Second' });
  dismissToast(first);
  expect(toasts.current()?.title).toBe('Second');
  dismissToast(second);
  expect(toasts.current()).toBeNull();
});

test('a listener hears every change until it unsubscribes', () => {
  let changes = 0;
  const stop = toasts.subscribe(() => (changes += 1));
  const id = toast({ title: 'Heard' });
  dismissToast(id);
  stop();
  toast({ title: 'Not heard' });
  expect(changes).toBe(2);
});
