// @vitest-environment jsdom
import { lazy, Suspense, type ComponentType, type ReactNode } from 'react';
import { act, cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Link, Route, Switch, useParams, useSearchParams } from 'wouter';
import { NavLink } from '@/components/layout/nav-link.tsx';
import { navigate, Redirect, useLocation } from './location.tsx';
import { AtAddress } from '@/testing/at-address.tsx';

const scrollTo = vi.fn();

beforeEach(() => {
  vi.stubGlobal('scrollTo', scrollTo.mockClear());
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Here() {
  const { state, key, isByBrowser } = useLocation();
  return <output>{JSON.stringify({ state, hasKey: key !== '', isByBrowser })}</output>;
}

const here = () => JSON.parse(screen.getByRole('status').textContent) as Record<string, unknown>;
const address = () => location.pathname + location.search + location.hash;
const show = (screens: Record<string, ReactNode>, path = '/one') =>
  render(
    <AtAddress path={path}>
      <Switch>
        {Object.entries(screens).map(([route, element]) => (
          <Route key={route} path={route}>
            {element}
          </Route>
        ))}
      </Switch>
      <Here />
    </AtAddress>,
  );

const two = (
  <Link to="/two" state={{ bookingId: 'b1' }}>
    Two
  </Link>
);

test('a link opens the next screen with its state, and back returns', async () => {
  show({ '/one': two, '/two': <p>The second</p> });
  expect(here()).toEqual({ state: null, hasKey: false, isByBrowser: true });
  fireEvent.click(screen.getByRole('link'));
  expect(screen.getByText('The second')).toBeTruthy();
  expect(address()).toBe('/two');
  expect(here()).toEqual({ state: { bookingId: 'b1' }, hasKey: true, isByBrowser: false });

  history.back();
  await screen.findByRole('link');
  expect(here()).toEqual({ state: null, hasKey: false, isByBrowser: true });
});

test('a new page begins at the top, also while it loads; going back leaves the scrolling to the browser', async () => {
  const Late = lazy(() => new Promise<{ default: ComponentType }>(() => undefined));
  const late = <Suspense fallback={<p>Loading</p>}>{<Late />}</Suspense>;
  show({ '/one': two, '/two': late });
  expect(scrollTo).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('link'));
  expect(screen.getByText('Loading')).toBeTruthy();
  expect(scrollTo).toHaveBeenCalledExactlyOnceWith(0, 0);

  history.back();
  await screen.findByRole('link');
  act(() => navigate('/one?a=1'));
  expect(scrollTo).toHaveBeenCalledOnce();
});

test('a reload restores the state', () => {
  show({ '/one': two, '/two': <p>The second</p> });
  fireEvent.click(screen.getByRole('link'));
  cleanup();
  const { state, key } = history.state as { state: unknown; key: string };
  render(
    <AtAddress path={address()} state={state} step={key}>
      <Here />
    </AtAddress>,
  );
  expect(here()).toEqual({ state: { bookingId: 'b1' }, hasKey: true, isByBrowser: true });
});

test.each([
  ['the middle button', { button: 1 }],
  ['Ctrl', { ctrlKey: true }],
  ['Cmd', { metaKey: true }],
  ['Shift', { shiftKey: true }],
])('a click with %s is left to the browser', (_, init) => {
  show({ '*': two });
  const link = screen.getByRole('link');
  const click = createEvent.click(link, init);
  // What the browser would do with it is not part of this.
  addEventListener('click', (event) => event.preventDefault(), { once: true });
  let wasTaken = true;
  document.addEventListener('click', (event) => (wasTaken = event.defaultPrevented), {
    once: true,
  });
  fireEvent(link, click);
  expect(wasTaken).toBe(false);
  expect(address()).toBe('/one');
});

test('a link to the current address adds no history entry', () => {
  show({ '*': <Link to="/one">One</Link> });
  const steps = history.length;
  fireEvent.click(screen.getByRole('link'));
  expect(history.length).toBe(steps);
});

test('a redirect replaces its address in the history', () => {
  show({
    '/one': <Redirect to={{ pathname: '/two', search: '?a=1', hash: '#b' }} />,
    '/two': 'Two',
  });
  const steps = history.length;
  expect(address()).toBe('/two?a=1#b');
  expect(screen.getByText('Two')).toBeTruthy();
  act(() => navigate('/one'));
  expect(address()).toBe('/two?a=1#b');
  expect(history.length).toBe(steps + 1);
});

test('a redirect of a screen that is being left does not take the visitor elsewhere', () => {
  const Late = lazy<ComponentType>(() => new Promise(() => undefined));
  const app = (isOut: boolean) => (
    <AtAddress path="/private">
      <Suspense fallback="Loading">
        <Switch>
          <Route path="/private">
            {/* A new object each time, as for where to come back to. */}
            {isOut ? <Redirect to="/login" state={{ from: '/private' }} /> : 'Private'}
          </Route>
          <Route>
            <Late />
          </Route>
        </Switch>
      </Suspense>
    </AtAddress>
  );
  const { rerender } = render(app(false));
  rerender(app(true));
  expect(address()).toBe('/login');
  act(() => navigate('/'));
  rerender(app(true));
  expect(address(), 'led on, then out').toBe('/');

  cleanup();
  const another = render(app(false));
  act(() => navigate('/'));
  another.rerender(app(true));
  expect(address(), 'out before it is led on').toBe('/');
});

test("the screen stays until the next one's code has loaded", async () => {
  const waiting: ((code: { default: ComponentType }) => void)[] = [];
  const Late = lazy<ComponentType>(() => new Promise((resolve) => void waiting.push(resolve)));
  render(
    <AtAddress path="/one">
      <Suspense fallback="Loading">
        <Switch>
          <Route path="/one">The first</Route>
          <Route component={Late} />
        </Switch>
      </Suspense>
    </AtAddress>,
  );
  act(() => navigate('/late'));
  expect(screen.getByText('The first')).toBeTruthy();
  waiting.forEach((resolve) => resolve({ default: () => <p>The late one</p> }));
  expect(await screen.findByText('The late one')).toBeTruthy();
});

function Query() {
  const [query, setQuery] = useSearchParams();
  return (
    <button onClick={() => setQuery(query.has('day') ? {} : { day: '1' })}>
      {useParams()['id']}
    </button>
  );
}

test('a screen reads its parameters and changes its query', () => {
  show({ '/visits/:id': <Query /> }, '/visits/a%20b');
  const button = screen.getByRole('button', { name: 'a b' });
  fireEvent.click(button);
  expect(address()).toBe('/visits/a%20b?day=1');
  fireEvent.click(button);
  expect(address()).toBe('/visits/a%20b');
});

test('decodes a parameter and the query exactly once', () => {
  function Read() {
    const [query] = useSearchParams();
    return <p>{`${useParams()['email']} ${query.get('next')}`}</p>;
  }
  const email = '50%25/é@example.com';
  const next = '/account?q=a%26b';
  const query = new URLSearchParams({ next });
  show({ '/customers/:email': <Read /> }, `/customers/${encodeURIComponent(email)}?${query}`);
  expect(screen.getByText(`${email} ${next}`)).toBeTruthy();
});

test('a menu marks the current screen, and its parents unless they match exactly', () => {
  show(
    {
      '*': ['/admin', '/admin/bookings', '/admin/time'].map((to) => (
        <NavLink key={to} to={to} end={to === '/admin'}>
          {to}
        </NavLink>
      )),
    },
    '/admin/bookings/42',
  );
  expect(screen.getAllByRole('link', { current: 'page' }).map((link) => link.textContent)).toEqual([
    '/admin/bookings',
  ]);
});
