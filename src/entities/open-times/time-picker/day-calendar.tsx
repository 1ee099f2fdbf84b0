import './calendar.css';
import { memo, type ComponentProps } from 'react';
import { DayPicker } from 'react-day-picker';
import type { LocalDate } from '@domain/time/schedule.ts';
import { formatDate } from '@domain/time/time-format.ts';
import { fromCalendarDate, toCalendarDate } from '@/lib/days.ts';

const navButton =
  'grid size-12 place-items-center rounded-badge hover:bg-ink/5 ' +
  'aria-disabled:cursor-not-allowed aria-disabled:text-line-strong aria-disabled:opacity-50';

const classNames = {
  root: 'w-full',
  months: 'w-full',
  month: 'grid max-[22.5rem]:-mx-3 grid-cols-[3rem_minmax(0,1fr)_3rem] items-center gap-y-3',
  month_caption: 'text-center',
  caption_label: 'heading-3',
  button_previous: `${navButton} col-start-1 row-start-1`,
  button_next: `${navButton} col-start-3 row-start-1`,
  chevron: 'size-5 fill-current',
  month_grid:
    'col-span-3 w-full table-fixed border-separate border-spacing-1 max-[22.5rem]:border-spacing-x-0.5',
  weekday: 'pb-2 text-center text-xs font-semibold tracking-wide text-ink-soft uppercase',
  day: 'p-0 text-center',
  day_button: 'calendar-day grid h-12 w-full place-items-center tabular-nums',
  today: 'calendar-today',
  selected: 'calendar-selected',
  outside: 'invisible',
};

// Given anew at every render, they would have the month computed anew.
const labels: ComponentProps<typeof DayPicker>['labels'] = {
  labelPrevious: () => 'Previous month',
  labelNext: () => 'Next month',
  labelDayButton: (date, modifiers) =>
    [
      formatDate(fromCalendarDate(date)),
      modifiers.today ? 'today' : '',
      modifiers.disabled ? 'no available times' : '',
      modifiers.selected ? 'selected' : '',
    ]
      .filter(Boolean)
      .join(', '),
};

type DayCalendarProps = {
  month: LocalDate;
  onMonth: (month: LocalDate) => void;
  selected: LocalDate | null;
  onSelect: (date: LocalDate) => void;
  isOpen: (date: LocalDate) => boolean;
  today: LocalDate;
  window: { from: LocalDate; to: LocalDate };
};

/** A month to pick a day from. Days without a free time cannot be picked, and say so. */
export const DayCalendar = memo(function DayCalendar(props: DayCalendarProps) {
  return (
    <DayPicker
      mode="single"
      required
      navLayout="around"
      month={toCalendarDate(props.month)}
      onMonthChange={(month) => props.onMonth(fromCalendarDate(month))}
      startMonth={toCalendarDate(props.window.from)}
      endMonth={toCalendarDate(props.window.to)}
      today={toCalendarDate(props.today)}
      selected={props.selected ? toCalendarDate(props.selected) : undefined}
      onSelect={(date) => props.onSelect(fromCalendarDate(date))}
      disabled={(date) => !props.isOpen(fromCalendarDate(date))}
      classNames={classNames}
      labels={labels}
    />
  );
});
