// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { defaultBusiness } from '@domain/business/default-business.ts';
import { setSession } from '@/lib/session.ts';
import { startFakeBackend } from '@/testing/fake-backend.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
import { signIn } from '@/testing/sign-in.ts';
import BusinessPreview from './admin-business-preview.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  setSession({ status: 'guest' });
});

const [first, ...others] = defaultBusiness.services;
const draft = {
  ...defaultBusiness,
  services: [{ ...(first ?? defaultBusiness.services[0]), name: 'Drafted Wash' }, ...others],
};

/** What the frame draws: jsdom loads no `srcdoc` by itself. */
async function drawn(title: string) {
  const frame = await screen.findByTitle<HTMLIFrameElement>(title);
  fireEvent.load(frame);
  const body = frame.contentDocument?.body;
  if (!body) throw new Error('the frame has no page');
  return within(body);
}

function open(given: typeof draft | null) {
  signIn({ isAdmin: true });
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: false }));
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  startFakeBackend({
    'POST /rest/v1/rpc/business_page': {
      body: {
        version: 1,
        published: defaultBusiness,
        draft: given,
        revision: 1,
        savedAt: null,
        savedBy: 'boss@example.com',
      },
    },
  });
  renderScreen(<BusinessPreview />, { path: '/admin/business/preview' });
}

test('the owner sees the home page and the schedule with the unpublished changes', async () => {
  open(draft);
  const home = await drawn('Home page on a phone');
  expect((await home.findAllByText('Drafted Wash')).length).toBeGreaterThan(0);
  expect(document.title).toMatch(/^Preview/);
  expect(screen.getByText(/Customers don’t see this yet\.$/)).toBeTruthy();
  await userEvent.click(screen.getByLabelText('Desktop'));
  await drawn('Home page on a desktop');
  await userEvent.click(screen.getByLabelText('Schedule'));
  const schedule = await drawn('Schedule on a desktop');
  const heading = await schedule.findByText('Schedule', { selector: 'h1' });
  expect(heading.closest('main')?.hasAttribute('inert')).toBe(true);
  await waitFor(() => expect(schedule.getAllByText(/Drafted Wash/).length).toBeGreaterThan(0));
});

test('without unpublished changes the preview says that it is what customers see', async () => {
  open(null);
  expect(
    await screen.findByText('Your site as customers see it. There are no unpublished changes.'),
  ).toBeTruthy();
});
