import type { RainAnswer, RainDay } from '@contracts/rain-day.ts';

const times = [
  { id: 'a', date: '2026-12-02', time: '09:00' },
  { id: 'b', date: '2026-12-03', time: '09:00' },
  { id: 'c', date: '2026-12-04', time: '12:00' },
];

export const aRainAnswer = (change: Partial<RainAnswer> = {}): RainAnswer => ({
  id: 'answer',
  booking_id: '3f2b8c1e-5d4a-4b7e-9c0f-1a2b3c4d5e6f',
  customer_name: 'Alex Tremblay',
  customer_email: 'alex@example.com',
  customer_phone: '+19055550101',
  service_name: 'Premium Detailing',
  duration_minutes: 180,
  was_date: '2026-12-01',
  was_time: '09:00',
  state: 'asked',
  expires_at: '2026-11-30T21:30:00Z',
  booking_date: '2026-12-01',
  booking_time: '09:00',
  times,
  ...change,
});

export const aRainDay = (answers: RainAnswer[], change: Partial<RainDay> = {}): RainDay => ({
  id: 'rain',
  day: '2026-12-01',
  part: 'day',
  answer_hours: 24,
  is_taken_back: false,
  can_be_taken_back: true,
  answers,
  unasked: [],
  ...change,
});
