// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { appConfig } from '@/config/env.ts';
import type { LiveTopic } from '@domain/live-topics.ts';
import { signIn } from '@/testing/sign-in.ts';
import { useLive } from './live.ts';
import { setSession } from './session.ts';

type Line = {
  headers: Headers;
  say: (text: string) => void;
  end: () => void;
  isCut: () => boolean;
};

const lines: Line[] = [];
let refusal: number | null = null;

beforeEach(() => {
  vi.useFakeTimers();
  appConfig.live = true;
  refusal = null;
  lines.length = 0;
  vi.stubGlobal('fetch', (_url: string, { headers, signal }: RequestInit) => {
    if (refusal !== null) return Promise.resolve(new Response(null, { status: refusal }));
    let controller: ReadableStreamDefaultController<Uint8Array>;
    const body = new ReadableStream<Uint8Array>({ start: (it) => void (controller = it) });
    signal?.addEventListener('abort', () => controller.error(new Error('aborted')));
    lines.push({
      headers: new Headers(headers),
      say: (text) => controller.enqueue(new TextEncoder().encode(text)),
      end: () => controller.close(),
      isCut: () => signal?.aborted === true,
    });
    return Promise.resolve(new Response(body));
  });
});

afterEach(async () => {
  cleanup();
  await pass(5_000);
  setSession({ status: 'guest' });
  setHidden(false);
  appConfig.live = false;
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const pass = (ms = 0) => act(() => vi.advanceTimersByTimeAsync(ms));

function setHidden(isHidden: boolean) {
  Object.defineProperty(document, 'hidden', { configurable: true, value: isHidden });
  document.dispatchEvent(new Event('visibilitychange'));
}

function Screen({ topics, onChange }: { topics: LiveTopic[]; onChange: () => void }) {
  useLive(topics, onChange);
  return null;
}

async function listen(...topics: LiveTopic[]) {
  const onChange = vi.fn();
  const view = render(<Screen topics={topics} onChange={onChange} />);
  await pass();
  return { onChange, view };
}

test('a screen gets events of its topics, even in fragments', async () => {
  const { onChange } = await listen('times');
  lines[0]?.say(': hears times\n\ndata: book');
  await pass();
  lines[0]?.say('ings\n\ndata: times reviews\n\n:\n\n');
  await pass();
  expect(onChange).toHaveBeenCalledTimes(1);
});

test('all screens share one connection, which survives navigation', async () => {
  const first = await listen('times');
  const second = await listen('bookings');
  expect(lines).toHaveLength(1);
  lines[0]?.say('data: bookings\n\n');
  await pass();
  expect([first.onChange, second.onChange].map((heard) => heard.mock.calls.length)).toEqual([0, 1]);
  first.view.unmount();
  second.view.unmount();
  await pass(1_000);
  const third = await listen('times');
  expect(lines).toHaveLength(1);
  third.view.unmount();
  await pass(3_000);
  expect(lines[0]?.isCut()).toBe(true);
});

test('a lost connection is reopened, and each screen reloads once', async () => {
  const { onChange } = await listen('times');
  lines[0]?.end();
  await pass(1_000);
  expect(lines).toHaveLength(2);
  expect(onChange).toHaveBeenCalledTimes(1);
});

test('a silent connection counts as lost', async () => {
  const { onChange } = await listen('times');
  await pass(61_500);
  expect(lines).toHaveLength(2);
  expect(onChange).toHaveBeenCalledTimes(1);
});

test('refusals lead to growing pauses, and a restored network ends the pause', async () => {
  refusal = 503;
  const { onChange } = await listen('times');
  await pass(60_000);
  refusal = null;
  window.dispatchEvent(new Event('online'));
  await pass();
  expect(lines).toHaveLength(1);
  expect(onChange).toHaveBeenCalledTimes(1);
});

test('a hidden page is disconnected, and reloads when it is visible again', async () => {
  const { onChange } = await listen('times');
  setHidden(true);
  await pass(60_000);
  expect(lines[0]?.isCut()).toBe(true);
  expect(onChange).not.toHaveBeenCalled();
  setHidden(false);
  await pass();
  expect(lines).toHaveLength(2);
  expect(onChange).toHaveBeenCalledTimes(1);
});

test("signing in reconnects with the person's token", async () => {
  await listen('bookings');
  expect(lines[0]?.headers.get('authorization')).toBeNull();
  act(() => signIn({ isAdmin: true }));
  await pass();
  expect(lines[0]?.isCut()).toBe(true);
  expect(lines[1]?.headers.get('authorization')).toBe('Bearer a token');
});

test('no connection opens when the host has no live updates', async () => {
  appConfig.live = false;
  const { onChange } = await listen('times');
  await pass(60_000);
  expect(lines).toHaveLength(0);
  expect(onChange).not.toHaveBeenCalled();
});
