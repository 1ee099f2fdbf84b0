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

test('a screen hears of its own topics, also when a word comes in pieces', async () => {
  const { onChange } = await listen('times');
  lines[0]?.say(': hears times\n\ndata: book');
  await pass();
  lines[0]?.say('ings\n\ndata: times reviews\n\n:\n\n');
  await pass();
  expect(onChange).toHaveBeenCalledTimes(1);
});

test('all screens of a page share one line, which outlives the way from one to the next', async () => {
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

test('a line that was cut is taken up again, and what may have been missed is asked for once', async () => {
  const { onChange } = await listen('times');
  lines[0]?.end();
  await pass(1_000);
  expect(lines).toHaveLength(2);
  expect(onChange).toHaveBeenCalledTimes(1);
});

test('a line that falls silent is taken for cut', async () => {
  const { onChange } = await listen('times');
  await pass(61_500);
  expect(lines).toHaveLength(2);
  expect(onChange).toHaveBeenCalledTimes(1);
});

test('refusals are met with longer and longer pauses, and a network that returns ends the pause', async () => {
  refusal = 503;
  const { onChange } = await listen('times');
  await pass(60_000);
  refusal = null;
  window.dispatchEvent(new Event('online'));
  await pass();
  expect(lines).toHaveLength(1);
  expect(onChange).toHaveBeenCalledTimes(1);
});

test('out of sight nothing is heard, and on return everything is asked for anew', async () => {
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

test('whoever signs in hears with their own rights', async () => {
  await listen('bookings');
  expect(lines[0]?.headers.get('authorization')).toBeNull();
  act(() => signIn({ isAdmin: true }));
  await pass();
  expect(lines[0]?.isCut()).toBe(true);
  expect(lines[1]?.headers.get('authorization')).toBe('Bearer a token');
});

test('where the host tells nothing, nothing is asked', async () => {
  appConfig.live = false;
  const { onChange } = await listen('times');
  await pass(60_000);
  expect(lines).toHaveLength(0);
  expect(onChange).not.toHaveBeenCalled();
});
