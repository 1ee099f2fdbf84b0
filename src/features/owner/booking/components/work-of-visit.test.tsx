// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { setSession } from '@/lib/session.ts';
import { startFakeBackend } from '@/testing/fake-backend.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
import { signIn } from '@/testing/sign-in.ts';
import { aBookingPage } from '../testing/booking-page.ts';
import { WorkOfVisit } from './work-of-visit.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  setSession({ status: 'guest' });
});

const item = { item: 'Exterior wash', ticked_by: null, ticked_at: null };
const ticked = { ...item, ticked_by: 'You', ticked_at: '2126-12-02T12:00:00Z' };

const consent = { state: 'none', at: null };

test.each([
  ['before its day', '2126-12-02', item, false],
  ['on its day', '2126-12-03', item, true],
  ['before its day, when it has begun', '2126-12-02', ticked, true],
])('the work of a visit %s', async (_, today, first, isOpen) => {
  startFakeBackend({
    'POST /rest/v1/rpc/visit_work': {
      body: { photos: [], checklist: [first], marks: [], consent, is_in_gallery: false },
    },
  });
  signIn({ isAdmin: true });
  const { booking } = aBookingPage();
  renderScreen(<WorkOfVisit booking={booking} today={today} />, { path: '/admin/bookings' });
  const summary = await screen.findByText('Photos, condition and checklist');
  expect(summary.closest('details')?.open).toBe(isOpen);
});
