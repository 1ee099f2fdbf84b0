// @vitest-environment jsdom
import { Component, Suspense, type ComponentType, type ReactNode } from 'react';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { latePart, lateScreen, loadFile, prefetchedScreen } from './late.ts';

class ErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };
  static getDerivedStateFromError = () => ({ hasFailed: true });
  override render = () => (this.state.hasFailed ? <p role="alert">Broken</p> : this.props.children);
}

const reload = vi.fn();
beforeEach(() => {
  sessionStorage.clear();
  vi.stubGlobal('location', { reload, href: 'http://localhost/contact', pathname: '/contact' });
  vi.spyOn(console, 'error').mockReturnValue();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  reload.mockReset();
});

const gone = () => Promise.reject(new TypeError('Failed to fetch a module'));

function show(Late: ComponentType) {
  render(
    <ErrorBoundary>
      <input aria-label="Message" defaultValue="Typed" />
      <Suspense fallback={<p>One moment</p>}>
        <Late />
      </Suspense>
    </ErrorBoundary>,
  );
}

test('a missing screen reloads the page', async () => {
  show(lateScreen(gone));
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(screen.getByText('One moment')).toBeTruthy();
});

test('a screen still missing after that is an error', async () => {
  show(lateScreen(gone));
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  cleanup();
  show(lateScreen(gone));
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(reload).toHaveBeenCalledOnce();
});

test('a missing part leaves the screen and its typed values unchanged', async () => {
  show(latePart(gone));
  await waitFor(() => expect(screen.queryByText('One moment')).toBeNull());
  expect(screen.getByLabelText('Message')).toHaveProperty('value', 'Typed');
  expect(reload).not.toHaveBeenCalled();
});

test('a missing part that somebody wants reloads the page of a site that answers', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response()));
  void loadFile(gone);
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
});

test('a part that cannot be loaded without a connection leaves the page', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await expect(loadFile(gone)).rejects.toThrow('Failed to fetch a module');
  expect(reload).not.toHaveBeenCalled();
});

test('a prefetched screen is shown without a placeholder', async () => {
  const Screen = prefetchedScreen(() => Promise.resolve({ default: () => <h1>Schedule</h1> }));
  await Screen.prefetch();
  show(Screen);
  expect(screen.getByRole('heading', { name: 'Schedule' })).toBeTruthy();
  expect(screen.queryByText('One moment')).toBeNull();
});

test('a screen that loads while it is waited for keeps its state when it renders again', async () => {
  const Field = () => <input aria-label="Name" />;
  const Screen = prefetchedScreen(() => Promise.resolve({ default: Field }));
  const app = () => (
    <Suspense>
      <Screen />
    </Suspense>
  );
  const { rerender } = render(app());
  const field = await screen.findByLabelText('Name');
  rerender(app());
  expect(screen.getByLabelText('Name')).toBe(field);
});
