import './calendar.css';
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { monthOf, type LocalDate } from '@domain/time/schedule.ts';
import { formatDate } from '@domain/time/time-format.ts';
import { addMonths, firstOfMonth, formatMonth } from '@/lib/days.ts';
import { dayAt, movesInCalendar, weeksOf } from './calendar-days.ts';

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

type DayCalendarProps = {
  /** Its first day. */
  month: LocalDate;
  onMonth: (month: LocalDate) => void;
  selected: LocalDate | null;
  onSelect: (date: LocalDate) => void;
  isOpen: (date: LocalDate) => boolean;
  today: LocalDate;
  window: { from: LocalDate; to: LocalDate };
};

/**
 * A month to pick a day from. Days without a free time cannot be picked, and say so. One day can be reached with Tab,
 * the others with the arrow keys, Home, End, Page Up and Page Down, also in other months.
 */
export const DayCalendar = memo(function DayCalendar(props: DayCalendarProps) {
  const { month, onMonth, selected, isOpen, today, window } = props;
  const weeks = useMemo(() => weeksOf(month), [month]);
  // Where the focus is, or was last.
  const [visited, setVisited] = useState<LocalDate | null>(null);
  const [hasFocus, setHasFocus] = useState(false);
  const grid = useRef<HTMLTableElement>(null);
  const focused = hasFocus ? visited : null;
  const tabStop = [visited, selected, today, ...weeks.flat()].find(
    (day) => day && firstOfMonth(day) === month && isOpen(day),
  );

  // The keyboard may have gone to a day that is only shown now.
  useEffect(() => {
    const button = focused && buttonOf(grid.current, focused);
    if (button && button !== document.activeElement) button.focus();
  }, [focused, month]);

  const visit = (day: LocalDate) => {
    setVisited(day);
    setHasFocus(true);
  };

  return (
    <div className="grid grid-cols-[3rem_minmax(0,1fr)_3rem] items-center gap-y-3 max-[22.5rem]:-mx-4.5">
      <MonthButton
        label="Previous month"
        isEnd={month <= firstOfMonth(window.from)}
        onPress={() => onMonth(addMonths(month, -1))}
        arrow="16 18.112 9.81111111 12 16 5.87733333 14.0888889 4 6 12 14.0888889 20"
      />
      <div className="text-center">
        <span className="heading-3" role="status" aria-live="polite">
          {formatMonth(month)}
        </span>
      </div>
      <MonthButton
        label="Next month"
        isEnd={month >= firstOfMonth(window.to)}
        onPress={() => onMonth(addMonths(month, 1))}
        arrow="8 18.112 14.18888889 12 8 5.87733333 9.91111111 4 18 12 9.91111111 20"
      />
      <table
        ref={grid}
        role="grid"
        aria-label={formatMonth(month)}
        className="col-span-3 w-full table-fixed border-separate border-spacing-1 max-[22.5rem]:border-spacing-x-px"
        onFocus={({ target }) => {
          const day = dayOf(target);
          if (day) visit(day);
        }}
        onBlur={() => setHasFocus(false)}
        onClick={({ target }) => {
          const day = dayOf(target);
          if (!day) return;
          // Not every browser gives a pressed button the focus.
          visit(day);
          if (isOpen(day)) props.onSelect(day);
        }}
        onKeyDown={(event) => {
          const start = dayOf(event.target);
          if (!start || !movesInCalendar(event.key)) return;
          event.preventDefault();
          const [from, to] = [monthOf(window.from).from, monthOf(window.to).to];
          const day = dayAt(event, start, { from, to, isOpen });
          if (!day) return;
          if (firstOfMonth(day) !== month) onMonth(firstOfMonth(day));
          visit(day);
        }}
      >
        <thead aria-hidden="true">
          <tr>
            {weekdays.map((weekday) => (
              <th
                key={weekday}
                scope="col"
                aria-label={weekday}
                className="pb-2 text-center text-xs font-semibold tracking-wide text-ink-soft uppercase"
              >
                {weekday.slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week, index) => (
            <tr key={index}>
              {week.map((day, weekday) =>
                day ? (
                  <Day
                    key={day}
                    day={day}
                    isOpen={isOpen(day)}
                    isSelected={day === selected}
                    isToday={day === today}
                    isFocused={day === focused}
                    isTabStop={day === tabStop}
                  />
                ) : (
                  <td key={weekday} className="invisible p-0" />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
});

type DayProps = {
  day: LocalDate;
  isOpen: boolean;
  isSelected: boolean;
  isToday: boolean;
  isFocused: boolean;
  isTabStop: boolean;
};

const Day = memo(function Day(props: DayProps) {
  const { day, isOpen, isSelected, isToday, isFocused, isTabStop } = props;
  const label = [
    formatDate(day),
    isToday && 'today',
    !isOpen && 'no available times',
    isSelected && 'selected',
  ];
  return (
    <td
      role="gridcell"
      aria-selected={isSelected || undefined}
      className={`p-0 text-center ${isToday ? 'calendar-today' : ''} ${isSelected ? 'calendar-selected' : ''}`}
    >
      <button
        type="button"
        data-day={day}
        // A day that closes under the focus keeps it.
        disabled={!isOpen && !isFocused}
        aria-disabled={(!isOpen && isFocused) || undefined}
        tabIndex={isTabStop ? 0 : -1}
        aria-label={label.filter(Boolean).join(', ')}
        className="calendar-day grid h-12 w-full place-items-center tabular-nums"
      >
        {Number(day.slice(-2))}
      </button>
    </td>
  );
});

type MonthButtonProps = {
  label: string;
  /** Whether there is no month further on. */
  isEnd: boolean;
  onPress: () => void;
  /** The points of its arrow. */
  arrow: string;
};

function MonthButton({ label, isEnd, onPress, arrow }: MonthButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={isEnd || undefined}
      tabIndex={isEnd ? -1 : undefined}
      onClick={() => !isEnd && onPress()}
      className="grid size-12 place-items-center rounded-badge hover:bg-ink/5 aria-disabled:cursor-not-allowed aria-disabled:text-line-strong aria-disabled:opacity-50"
    >
      <svg viewBox="0 0 24 24" className="size-5 fill-current">
        <polygon points={arrow} />
      </svg>
    </button>
  );
}

const dayOf = (target: EventTarget): LocalDate | null =>
  (target as Element).closest<HTMLElement>('[data-day]')?.dataset['day'] ?? null;

const buttonOf = (grid: HTMLElement | null, day: LocalDate) =>
  grid?.querySelector<HTMLElement>(`[data-day="${day}"]`);
