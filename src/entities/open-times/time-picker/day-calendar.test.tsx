// @vitest-environment jsdom
import { useState } from 'react';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { formatDate } from '@domain/time/time-format.ts';
import { DayCalendar } from './day-calendar.tsx';

afterEach(cleanup);

const closed = ['2026-11-26', '2026-11-27'];
const onSelect = vi.fn<(date: string) => void>();

function Calendar({ isOpen = (day: string) => day > '2026-11-23' && !closed.includes(day) }) {
  const [month, setMonth] = useState('2026-11-01');
  return (
    <DayCalendar
      month={month}
      onMonth={setMonth}
      selected={null}
      onSelect={onSelect}
      isOpen={isOpen}
      today="2026-11-22"
      window={{ from: '2026-11-24', to: '2027-02-20' }}
    />
  );
}

const day = (date: string) =>
  screen.getByRole('button', { name: new RegExp(`^${formatDate(date)}`) });

test('one open day can be reached with Tab, and arrow keys pass over closed days', async () => {
  render(<Calendar />);
  await userEvent.tab();
  await userEvent.tab();
  expect(document.activeElement).toBe(day('2026-11-24'));
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  expect(document.activeElement).toBe(day('2026-11-28'));
  await userEvent.tab();
  await userEvent.tab({ shift: true });
  expect(document.activeElement).toBe(day('2026-11-28'));
});

test('the keyboard moves into the next month, and Enter selects a day there', async () => {
  render(<Calendar />);
  await userEvent.tab();
  await userEvent.tab();
  await userEvent.keyboard('{PageDown}');
  expect(screen.getByRole('grid', { name: 'December 2026' })).toBeTruthy();
  expect(document.activeElement).toBe(day('2026-12-24'));
  await userEvent.keyboard('{ArrowUp}{Enter}');
  expect(onSelect).toHaveBeenLastCalledWith('2026-12-17');
});

test('a day that closes under the focus keeps it, and cannot be selected', async () => {
  const { rerender } = render(<Calendar />);
  day('2026-11-25').focus();
  rerender(<Calendar isOpen={(date) => date > '2026-11-27'} />);
  expect(document.activeElement).toBe(day('2026-11-25'));
  expect(day('2026-11-25').getAttribute('aria-disabled')).toBe('true');
  onSelect.mockClear();
  await userEvent.keyboard('{Enter}');
  expect(onSelect).not.toHaveBeenCalled();
  await userEvent.keyboard('{ArrowRight}');
  expect(document.activeElement).toBe(day('2026-11-28'));
});
