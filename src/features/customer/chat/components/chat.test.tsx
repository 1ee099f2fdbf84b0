// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { AtAddress } from '@/testing/at-address.tsx';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Link, Route, Switch } from 'wouter';
import { greeting } from '@domain/chat/chat.ts';
import { defaultOpeningRules } from '@domain/time/opening-rules.ts';
import { closeChat } from '@/lib/chat-state.ts';
import { startFakeBackend, type Reply } from '@/testing/fake-backend.ts';
import Chat from './chat.tsx';
import { defaultBusiness } from '@domain/business/default-business.ts';

const phone = { matches: false };
const rules = 'GET /rest/v1/rpc/opening_rules';
const texts = 'GET /rest/v1/website_texts';
const keepQuestion = 'POST /rest/v1/rpc/keep_unanswered_question';
let backend: ReturnType<typeof startFakeBackend>;

beforeEach(() => {
  backend = startFakeBackend({
    [rules]: { body: defaultOpeningRules },
    [texts]: { body: [{ body: null, revision: 0 }] },
    [keepQuestion]: { body: null },
  });
  phone.matches = false;
  vi.stubGlobal('matchMedia', () => phone);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = vi.fn();
      disconnect = vi.fn();
    },
  );
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  closeChat();
});

async function openChat() {
  render(
    <AtAddress>
      <Switch>
        <Route path="/">
          <Link to="/contact">Leave</Link>
        </Route>
        <Route>
          <p>Another page</p>
        </Route>
      </Switch>
      <Chat />
    </AtAddress>,
  );
  fireEvent.click(launcher());
  const dialog = await screen.findByRole('dialog', { name: 'Ask Lustre' });
  await waitFor(() => expect(document.activeElement).toBe(input()));
  vi.useFakeTimers();
  return dialog;
}

function send(text: string) {
  fireEvent.change(input(), { target: { value: text } });
  fireEvent.click(screen.getByRole('button', { name: 'Send' }));
}

const launcher = () => screen.getByRole('button', { name: 'Chat with us', hidden: true });
const input = () => screen.getByRole('textbox', { name: 'Your message' });
const log = () => screen.getByRole('log');
const said = () => Array.from(log().querySelectorAll('p'), (line) => line.textContent);
async function pass(ms: number) {
  await act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
  });
}

test('opens with the greeting and the focus in the input [S4.32]', async () => {
  await openChat();
  expect(said()).toEqual([`Answer: ${greeting({ business: defaultBusiness }).text}`]);
  expect(document.activeElement).toBe(input());
});

test('replies to each message after 500 ms and shows typing until then [S4.33, S9.16, S9.39]', async () => {
  await openChat();
  send('When are you open?');
  expect(said().at(-1)).toBe('You: When are you open?');
  expect(screen.getByTestId('typing')).toBeTruthy();
  await pass(499);
  expect(said()).toHaveLength(2);
  await pass(1);
  expect(said().at(-1)).toContain('9 AM to 6 PM, with slots every 3 hours');
  expect(screen.queryByTestId('typing')).toBeNull();
});

test('replies to each of two messages in a row [S4.33]', async () => {
  await openChat();
  send('How much is a basic wash?');
  send('Which areas do you serve?');
  await pass(500);
  expect(said()).toHaveLength(5);
  expect(said().at(3)).toContain('Basic Wash');
  expect(said().at(-1)).toContain('Caledon, Ontario');
});

test.each(['', '   '])('ignores blank input (%j) [S5.29]', async (typed) => {
  await openChat();
  send(typed);
  await pass(1000);
  expect(said()).toHaveLength(1);
});

test('states prices plus tax [S9.17]', async () => {
  await openChat();
  send('prices?');
  await pass(500);
  expect(said().at(-1)).toContain('Prices are plus tax.');
});

describe('Hours', () => {
  const ask = async () => {
    await openChat();
    send('When are you open?');
    await pass(500);
  };

  test("are the owner's current ones at the time of the question [S9.18]", async () => {
    await ask();
    const hours = defaultOpeningRules.hours.map((one) => ({ ...one, starts: ['10:00', '14:00'] }));
    backend.answers[rules] = { body: { ...defaultOpeningRules, hours } };
    send('hours');
    await pass(500);
    expect(said().at(-1)).toContain('10 AM to 6 PM, with slots every 4 hours (10 AM and 2 PM)');
  });

  test('that cannot be loaded have no default, and asking again retries [S9.18]', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    backend.answers[rules] = { status: 503, body: { message: 'The database is away' } };
    await ask();
    expect(said().at(-1)).toContain('I can’t load our hours right now');
    expect(log).toHaveBeenCalledOnce();
    backend.answers[rules] = { body: defaultOpeningRules };
    send('hours');
    await pass(500);
    expect(said().at(-1)).toContain('9 AM to 6 PM');
  });

  test('that load slowly are awaited, and answers stay in the order of the questions', async () => {
    let arrive: (reply: Reply) => void = () => {};
    backend.answers[rules] = () => new Promise((resolve) => (arrive = resolve));
    await ask();
    send('thanks');
    await pass(500);
    expect(screen.getByTestId('typing')).toBeTruthy();
    expect(said()).toHaveLength(3);
    arrive({ body: defaultOpeningRules });
    await pass(0);
    expect(said().slice(3)).toEqual([
      expect.stringContaining('9 AM to 6 PM'),
      expect.stringContaining('You are welcome'),
    ]);
  });

  test('that do not arrive are given up after eight seconds', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    await openChat();
    vi.stubGlobal('fetch', (_: unknown, { signal }: { signal: AbortSignal }) => {
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('Aborted')));
      });
    });
    send('When are you open?');
    await pass(500);
    await pass(7499);
    expect(said()).toHaveLength(2);
    await pass(1);
    expect(said().at(-1)).toContain('I can’t load our hours right now');
    expect(log).toHaveBeenCalledOnce();
  });

  test('are not awaited when the question is about something else', async () => {
    await openChat();
    send('How do I pay?');
    await pass(500);
    expect(backend.sent(rules)).toEqual([]);
  });
});

test('a suggested question is sent with one click', async () => {
  await openChat();
  fireEvent.click(screen.getByRole('button', { name: 'How do I cancel?' }));
  await pass(500);
  expect(said().at(1)).toBe('You: How do I cancel?');
  expect(within(log()).getByRole('link', { name: 'My Bookings' })).toBeTruthy();
  expect(document.activeElement).toBe(input());
});

test('answers are announced as they arrive, and the window is not modal', async () => {
  const dialog = await openChat();
  expect(log().getAttribute('aria-live')).toBe('polite');
  expect(dialog.getAttribute('aria-modal')).toBe('false');
  expect(launcher().getAttribute('aria-expanded')).toBe('true');
});

test.each([
  ['Escape', () => fireEvent.keyDown(input(), { key: 'Escape' })],
  ['its button', () => fireEvent.click(screen.getByRole('button', { name: 'Close chat' }))],
])('closes with %s and returns the focus to its opener', async (_, close) => {
  await openChat();
  close();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(launcher());
});

test('keeps the conversation while closed and across pages', async () => {
  await openChat();
  send('Hello');
  await pass(500);
  fireEvent.keyDown(input(), { key: 'Escape' });
  fireEvent.click(screen.getByRole('link', { name: 'Leave' }));
  expect(screen.getByText('Another page')).toBeTruthy();
  fireEvent.click(launcher());
  expect(said()).toEqual([
    `Answer: ${greeting({ business: defaultBusiness }).text}`,
    'You: Hello',
    `Answer: ${greeting({ business: defaultBusiness }).text}`,
  ]);
});

test('an answer in the owner’s words leads to the contact form with the question', async () => {
  await openChat();
  send('Do I have to be home when you come?');
  await pass(500);
  expect(said().at(-1)).toContain('You don’t have to stay with us.');
  fireEvent.click(within(log()).getByRole('link', { name: 'Contact us' }));
  expect(screen.getByText('Another page')).toBeTruthy();
  expect(window.history.state).toMatchObject({
    state: { inquiry: { message: 'Do I have to be home when you come?' } },
  });
});

test('answers in the words that the owner wrote, with the facts of the business', async () => {
  const body = [
    { question: 'Do you wash horses?', otherWords: 'pony', answer: 'Call {{ phone }}.' },
  ];
  backend.answers[texts] = { body: [{ body, revision: 3 }] };
  await openChat();
  send('and a pony?');
  send('Are you insured?');
  await pass(500);
  expect(said().at(-2)).toBe('Answer: Call (905) 555-0142.');
  expect(said().at(-1)).toContain('I’m not sure about that.');
  expect(backend.sent(keepQuestion).map(({ body: sent }) => sent)).toEqual([
    { question: 'Are you insured?' },
  ]);
});

test('answers from the business while the owner’s answers cannot be loaded, then loads them again', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  backend.answers[texts] = { status: 503, body: { message: 'The database is away' } };
  await openChat();
  send('How do I cancel?');
  await pass(500);
  expect(said().at(-1)).toContain('You can cancel an upcoming booking');
  expect(log).toHaveBeenCalledOnce();
  backend.answers[texts] = { body: [{ body: null, revision: 0 }] };
  send('Are you insured?');
  await pass(500);
  expect(said().at(-1)).toContain('insurance details');
});

test('links change the page and leave the window open beside it', async () => {
  await openChat();
  send('your reviews');
  await pass(500);
  fireEvent.click(screen.getByRole('link', { name: 'Read reviews' }));
  expect(screen.getByText('Another page')).toBeTruthy();
  expect(screen.getByRole('dialog')).toBeTruthy();
});

test('on a phone a link closes the window, which would cover the page', async () => {
  await openChat();
  phone.matches = true;
  send('your reviews');
  await pass(500);
  fireEvent.click(screen.getByRole('link', { name: 'Read reviews' }));
  expect(screen.getByText('Another page')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test.each([
  ['/schedule', true],
  ['/checkout', true],
  ['/booking-confirmation', true],
  ['/reviews', false],
])('on %s, the chat is an entry of the menu: %s', (path, isInMenu) => {
  render(
    <AtAddress path={path}>
      <nav id="main-menu">
        <ul aria-label="Menu" />
      </nav>
    </AtAddress>,
  );
  render(
    <AtAddress path={path}>
      <Chat />
    </AtAddress>,
  );
  expect(screen.getAllByRole('button', { name: 'Chat with us' })).toHaveLength(1);
  expect(screen.getByRole('list', { name: 'Menu' }).contains(launcher())).toBe(isInMenu);
});
