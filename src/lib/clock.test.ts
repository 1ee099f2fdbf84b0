import { afterEach, expect, test, vi } from 'vitest';
import { clockNow, onClockSet, setClockBy } from './clock.ts';

const day = 24 * 3_600_000;
const serverTime = Date.parse('2026-12-01T15:00:00Z');

const answerAt = (time: number) =>
  new Response(null, { headers: { date: new Date(time).toUTCString() } });

afterEach(() => {
  setClockBy(answerAt(Date.now()));
  vi.useRealTimers();
});

test.each([
  ['a day ahead', day],
  ['a day behind', -day],
])("a device that is %s uses the server's time after its first answer", (_, off) => {
  vi.useFakeTimers({ now: serverTime + off });
  const heard = vi.fn();
  const stop = onClockSet(heard);
  setClockBy(answerAt(serverTime));
  expect(clockNow()).toBe(serverTime);
  setClockBy(answerAt(serverTime + 1000));
  expect(heard).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(60_000);
  expect(clockNow()).toBe(serverTime + 60_000);
  stop();
});

test('a device that is right within seconds keeps its own time', () => {
  vi.useFakeTimers({ now: serverTime + 4000 });
  setClockBy(answerAt(serverTime));
  expect(clockNow()).toBe(serverTime + 4000);
});

test('an answer without a date is ignored', () => {
  vi.useFakeTimers({ now: serverTime });
  setClockBy(new Response(null));
  expect(clockNow()).toBe(serverTime);
});

test('a reload knows the time before its first request', async () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
  });
  vi.useFakeTimers({ now: serverTime + day });
  setClockBy(answerAt(serverTime));
  vi.resetModules();
  const reloaded = await import('./clock.ts');
  expect(reloaded.clockNow()).toBe(serverTime);
  vi.unstubAllGlobals();
});
