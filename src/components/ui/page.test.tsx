// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { AtAddress } from '@/testing/at-address.tsx';
import { defaultBusiness } from '@domain/business/default-business.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Link, Route, Switch } from 'wouter';
import { Page } from './page.tsx';

const scrollTo = vi.fn();

beforeEach(() => {
  vi.stubGlobal('scrollTo', scrollTo);
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a page sets the document title; a navigation focuses its heading and scrolls to the top', async () => {
  render(
    <AtAddress path="/first">
      <Switch>
        <Route path="/first">
          <Page heading="First page">
            <Link to="/second">Go on</Link>
          </Page>
        </Route>
        <Route path="/second">
          <Page title="Second" heading="The second page" />
        </Route>
      </Switch>
    </AtAddress>,
  );
  expect(document.title).toBe(`First page · ${defaultBusiness.facts.name}`);
  expect(document.activeElement, 'the first page leaves the focus alone').toBe(document.body);

  await userEvent.click(screen.getByRole('link', { name: 'Go on' }));
  expect(document.title).toBe(`Second · ${defaultBusiness.facts.name}`);
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  expect(scrollTo).toHaveBeenCalledExactlyOnceWith(0, 0);
});

function InTwoSteps() {
  const [isLoaded, setIsLoaded] = useState(false);
  return (
    <div key={String(isLoaded)}>
      <Page heading={isLoaded ? 'Here it is' : 'On its way'} />
      <button onClick={() => setIsLoaded(true)}>Load</button>
    </div>
  );
}

test('a heading takes the focus only if it replaces the focused heading', () => {
  const { unmount } = render(<InTwoSteps />, { wrapper: AtAddress });
  screen.getByRole('heading', { name: 'On its way' }).focus();
  fireEvent.click(screen.getByRole('button', { name: 'Load' }));
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Here it is' }));
  unmount();

  render(<InTwoSteps />, { wrapper: AtAddress });
  screen.getByRole('button', { name: 'Load' }).focus();
  fireEvent.click(screen.getByRole('button', { name: 'Load' }));
  expect(document.activeElement).toBe(document.body);
});
