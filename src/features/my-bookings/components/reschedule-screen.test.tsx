// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderScreen } from '@/testing/render-screen.tsx';
import { RescheduleScreen } from './reschedule-screen.tsx';

test('a booking is moved by calling, and the way back leads to it', () => {
  renderScreen(<RescheduleScreen />, { path: '/reschedule' });
  expect(screen.getByRole('link', { name: /^Call/ }).getAttribute('href')).toMatch(/^tel:\+1/);
  const back = screen.getByRole('link', { name: 'Back to the booking' });
  expect(back.getAttribute('href')).toMatch(/^\/my-bookings\?booking_id=/);
});
