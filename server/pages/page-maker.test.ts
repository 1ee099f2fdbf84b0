import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { defaultBusiness } from '../../domain/business/default-business.ts';
import { pageMaker } from './page-maker.ts';
import type { PageFacts } from './prerender.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => vi.useRealTimers());

/** A page that prints its data, which the test controls. */
function makerOf(first: () => Promise<PageFacts>) {
  const line = { answer: first, asked: 0, made: 0 };
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const maker = pageMaker({
    ask: () => {
      line.asked += 1;
      return line.answer();
    },
    htmlOf: (facts) => {
      line.made += 1;
      return Promise.resolve(facts ? String(facts.queries) : 'On its way');
    },
    log,
  });
  const text = async () => {
    const page = await maker.page();
    return page && new TextDecoder().decode(page.bodies.identity);
  };
  return { line, log, maker, text };
}

const says = (words: string) => () =>
  Promise.resolve({ queries: words, business: defaultBusiness });
const silence = () => Promise.reject(new Error('The database is away'));
/** Pages are compressed on other threads, which may be busy. */
const comes = (look: () => unknown) => vi.waitFor(look, { timeout: 20_000 });
/** The pause after a failed rendering. */
const afterAWhile = () => vi.advanceTimersByTimeAsync(4_000);
const never = () => new Promise<never>(() => undefined);

test('a page is rendered once for simultaneous requests', async () => {
  const { line, text } = makerOf(says('One'));
  expect(await Promise.all([text(), text(), text()])).toEqual(['One', 'One', 'One']);
  expect(await text()).toBe('One');
  expect(line).toMatchObject({ asked: 1, made: 1 });
});

test('a change is rendered, and many changes at once are rendered once', async () => {
  const { line, maker, text } = makerOf(says('One'));
  await text();
  line.answer = says('Two');
  for (let count = 0; count < 50; count += 1) maker.make();
  await comes(async () => expect(await text()).toBe('Two'));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(line.asked).toBe(2);
});

test('the last good page is served while its data is unavailable, and is updated afterwards', async () => {
  const { line, log, maker, text } = makerOf(says('One'));
  await text();
  line.answer = silence;
  maker.make();
  await comes(() => expect(log.warn).toHaveBeenCalled());
  expect(await text()).toBe('One');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(line.asked).toBeGreaterThan(2);
  expect(await text()).toBe('One');
  // Without a notification: it retries by itself.
  line.answer = says('Two');
  await afterAWhile();
  await comes(async () => expect(await text()).toBe('Two'));
  expect(log.error).not.toHaveBeenCalled();
});

test('a page that never had data says that it is loading, after a limited wait', async () => {
  const { line, text } = makerOf(never);
  const first = text();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await first).toBe('On its way');
  line.answer = says('One');
  await afterAWhile();
  await comes(async () => expect(await text()).toBe('One'));
});

test('a page that cannot be rendered is missing until it can', async () => {
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  let isBroken = true;
  const { page } = pageMaker({
    ask: says('One'),
    htmlOf: () => (isBroken ? Promise.reject(new Error('no')) : Promise.resolve('Whole')),
    log,
  });
  expect(await page()).toBeNull();
  expect(log.error).toHaveBeenCalledOnce();
  isBroken = false;
  await afterAWhile();
  await comes(async () => expect(await page()).not.toBeNull());
});

test('a closed maker renders nothing more', async () => {
  const { line, maker, text } = makerOf(says('One'));
  await text();
  await maker.close();
  maker.make();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(line.asked).toBe(1);
});
