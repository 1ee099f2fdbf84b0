// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { defaultOpeningRules } from '@domain/time/opening-rules.ts';
import { setSession } from '@/lib/session.ts';
import { expectToast } from '@/testing/expect-toast.ts';
import { press } from '@/testing/press.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
import { dropDraft } from '../kept-draft.ts';
import {
  addTimeOff,
  change,
  endTimeOff,
  get,
  noMisfits,
  oneMisfit,
  refused,
  startTimeBackend,
} from '../testing/time-backend.ts';
import TimeScreen from './time-screen.tsx';

/** Tuesday, November 24, 2026 at 10:00 AM in Toronto. */
const now = new Date('2026-11-24T15:00:00Z');

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now });
});

afterEach(() => {
  cleanup();
  dropDraft();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  setSession({ status: 'guest' });
});

async function open() {
  // The question about leaving asks the browser where it is.
  window.history.replaceState(null, '', '/admin/time');
  const view = renderScreen(<TimeScreen />, { path: '/admin/time' });
  await screen.findByRole('heading', { name: 'Week' });
  return view;
}

/** Times and dates have pickers of their own in a browser; here what they answer is put in. */
const enter = (
  label: string,
  value: string,
  place: Pick<typeof screen, 'getByLabelText'> = screen,
) => fireEvent.change(place.getByLabelText(new RegExp(`^${label}`)), { target: { value } });
const day = (name: string) => screen.getByRole('button', { name: new RegExp(`^${name}`) });
const toggle = (name: string) =>
  screen.getByRole<HTMLInputElement>('switch', { name: `${name} open` });
type Changes = { hours?: { isOpen: boolean; starts: string[] }[]; exceptions?: object[] };
const saved = (backend: ReturnType<typeof startTimeBackend>) =>
  backend
    .sent(change)
    .map(({ body }) => body as { changes: Changes; basis: string | null; is_preview: boolean })
    .filter((body) => !body.is_preview);

describe('The time screen', () => {
  test('shows each weekday in words, and that every booking fits', async () => {
    startTimeBackend();
    await open();
    expect(day('Monday').textContent).toBe('Monday9:00 AM, 12:00 PM, 3:00 PM, done by 6:00 PM');
    expect(screen.getByText(/All upcoming bookings fit/)).toBeTruthy();
    expect(screen.getByText(/customers everywhere can book/)).toBeTruthy();
    expect(screen.getByText('No blocked time.')).toBeTruthy();
    expect(screen.queryByText('Unsaved changes.')?.closest('[hidden]') ?? null).toBeNull();
  });

  test('lists the bookings that do not fit, with the reason and a link', async () => {
    startTimeBackend({ outside: oneMisfit });
    await open();
    const panel = screen.getByRole('region', { name: /Bookings outside these rules/ });
    const link = within(panel).getByRole('link');
    expect(link.getAttribute('href')).toBe(`/admin/bookings/${oneMisfit.bookings[0]?.id ?? ''}`);
    expect(link.textContent).toContain('Friday, December 25, 12:00 PM');
    expect(link.textContent).toContain('Ada Lane, Premium Detailing');
    expect(link.textContent).toContain('On a closed day');
  });

  test('says when it could not be loaded, and can retry', async () => {
    const backend = startTimeBackend();
    const answer = backend.answers[get];
    backend.answers[get] = refused(500, 'down');
    renderScreen(<TimeScreen />, { path: '/admin/time' });
    expect(await screen.findByText('Could not load your times.')).toBeTruthy();
    if (answer) backend.answers[get] = answer;
    await press('Try again');
    expect(await screen.findByRole('heading', { name: 'Week' })).toBeTruthy();
  });
});

describe('Week', () => {
  test('saves only the changes: a closed day and another start', async () => {
    const backend = startTimeBackend();
    await open();
    const user = userEvent.setup();
    await user.click(toggle('Sunday'));
    await user.click(day('Monday'));
    await user.click(screen.getByRole('button', { name: 'Remove 12:00 PM' }));
    enter('Add a start time', '07:30');
    await press('Add');
    enter('Done by', '17:00', within(screen.getByRole('group', { name: /New bookings/ })));
    expect(day('Monday').textContent).toContain('7:30 AM, 9:00 AM, 3:00 PM, done by 5:00 PM');
    await press('Save');
    await expectToast('Saved', 'Your opening times are saved.');
    const [call] = saved(backend);
    expect(Object.keys(call?.changes ?? {})).toEqual(['hours']);
    expect(call).toMatchObject({ basis: 'first' });
    const hours = call?.changes.hours ?? [];
    expect(hours[0]).toMatchObject({ starts: ['07:30', '09:00', '15:00'], endsBy: '17:00' });
    expect(hours[6]).toMatchObject({ isOpen: false });
    expect(screen.getByText('Closed', { selector: '.weekday-name *' })).toBeTruthy();
  });

  test('copies the hours of one day to others, whether open or not', async () => {
    const backend = startTimeBackend();
    await open();
    const user = userEvent.setup();
    await user.click(toggle('Wednesday'));
    await user.click(day('Monday'));
    await user.click(screen.getByRole('button', { name: 'Remove 3:00 PM' }));
    await press('Use Monday to Friday');
    await press('Save');
    await waitFor(() => expect(saved(backend)).toHaveLength(1));
    const hours = saved(backend)[0]?.changes.hours ?? [];
    expect(hours.map(({ starts }) => starts.length)).toEqual([2, 2, 2, 2, 2, 3, 3]);
    expect(hours.map(({ isOpen }) => isOpen)).toEqual([true, true, false, true, true, true, true]);
  });

  test('does not save a day without a start: it opens, says what is missing and takes the focus', async () => {
    const backend = startTimeBackend();
    await open();
    const user = userEvent.setup();
    await user.click(day('Friday'));
    for (const start of ['9:00 AM', '12:00 PM', '3:00 PM']) await press(`Remove ${start}`);
    await user.click(day('Friday'));
    await press('Save');
    expect(await screen.findByText('Please add a start, or close the day.')).toBeTruthy();
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByLabelText('Add a start time')),
    );
    expect(screen.getByText(/Please check the fields/)).toBeTruthy();
    expect(backend.sent(change)).toEqual([]);
    await user.click(toggle('Friday'));
    await press('Save');
    await waitFor(() => expect(saved(backend)).toHaveLength(1));
  });
});

describe('Before saving', () => {
  test('the owner sees which bookings would not fit and can keep editing', async () => {
    const backend = startTimeBackend();
    backend.state.outsideAfter = oneMisfit;
    await open();
    await press('Christmas Day Fri, Dec 25');
    await press('Save');
    const question = await screen.findByRole('alertdialog', {
      name: 'One booking is outside these rules',
    });
    expect(within(question).getByText('Friday, December 25, 12:00 PM')).toBeTruthy();
    expect(within(question).getByText('On a closed day')).toBeTruthy();
    await press('Keep editing');
    expect(saved(backend)).toEqual([]);
    await press('Save');
    await screen.findByRole('alertdialog');
    await press('Save anyway');
    await waitFor(() => expect(saved(backend)).toHaveLength(1));
    expect(await screen.findByRole('link', { name: /Ada Lane/ })).toBeTruthy();
  });

  test('bookings that already did not fit are no reason to ask', async () => {
    const backend = startTimeBackend({ outside: oneMisfit });
    await open();
    await press('Christmas Day Fri, Dec 25');
    await press('Save');
    await waitFor(() => expect(saved(backend)).toHaveLength(1));
  });
});

describe('Holidays and special days', () => {
  test('closes one or all holidays of the coming year with one click', async () => {
    const backend = startTimeBackend();
    await open();
    await press('Good Friday Fri, Mar 26');
    const list = screen.getByRole('list', { name: 'Special days' });
    expect(within(list).getByText('Good Friday · Closed')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Good Friday/ })).toBeNull();
    await press('Close all 9');
    expect(within(list).getAllByRole('listitem')).toHaveLength(10);
    await press('Remove Saturday, December 26, 2026');
    await press('Save');
    await waitFor(() => expect(saved(backend)).toHaveLength(1));
    const exceptions = saved(backend)[0]?.changes.exceptions ?? [];
    expect(exceptions).toHaveLength(9);
    expect(exceptions[0]).toEqual({
      day: '2026-12-25',
      isOpen: false,
      starts: null,
      endsBy: null,
      label: 'Christmas Day',
    });
  });

  test('gives a day its own times, which can be changed later', async () => {
    const backend = startTimeBackend();
    await open();
    const user = userEvent.setup();
    await press('Add special day');
    await press('Add day');
    expect(await screen.findByText('Please choose a day.')).toBeTruthy();
    enter('Day', '2026-12-24');
    await user.type(screen.getByLabelText('Name'), 'Short day');
    await user.click(screen.getByRole('radio', { name: 'Open at different times' }));
    expect(screen.getByText(/use the Thursday hours: 9:00 AM/)).toBeTruthy();
    const form = within(screen.getByRole('form', { name: 'Add special day' }));
    enter('Add a start time', '08:00', form);
    await user.click(form.getByRole('button', { name: 'Add' }));
    enter('Done by', '07:00', form);
    await press('Add day');
    expect(await screen.findByText('The day must end after its last start.')).toBeTruthy();
    enter('Done by', '13:00', form);
    await press('Add day');
    expect(await screen.findByText('Short day · 8:00 AM, done by 1:00 PM')).toBeTruthy();

    await press('Edit Thursday, December 24, 2026');
    await user.click(screen.getByRole('radio', { name: 'Closed' }));
    await press('Change day');
    expect(await screen.findByText('Short day · Closed')).toBeTruthy();
    await press('Save');
    await waitFor(() => expect(saved(backend)).toHaveLength(1));
    expect(saved(backend)[0]?.changes).toEqual({
      exceptions: [
        { day: '2026-12-24', isOpen: false, starts: null, endsBy: null, label: 'Short day' },
      ],
    });
  });

  test('refuses a day that is already listed, at its field', async () => {
    startTimeBackend();
    await open();
    await press('Christmas Day Fri, Dec 25');
    await press('Add special day');
    enter('Day', '2026-12-25');
    await press('Add day');
    expect(await screen.findByText(/already in the list/)).toBeTruthy();
  });
});

describe('Notice, window, minutes between bookings, and crews', () => {
  test('are saved as numbers, and an invalid one shows its range', async () => {
    const backend = startTimeBackend();
    await open();
    const user = userEvent.setup();
    await user.selectOptions(screen.getByLabelText('Minimum notice'), '1 day');
    await user.selectOptions(screen.getByLabelText('Between bookings'), '30 minutes');
    expect(screen.getByRole('link', { name: 'Add crew' }).getAttribute('href')).toBe(
      '/admin/crews',
    );
    const ahead = screen.getByLabelText('New bookings, days ahead');
    await user.clear(ahead);
    await user.type(ahead, '400');
    await press('Save');
    expect(await screen.findByText('Please enter a whole number from 1 to 365.')).toBeTruthy();
    expect(document.activeElement).toBe(ahead);
    await user.clear(ahead);
    await user.type(ahead, '60');
    await press('Save');
    await waitFor(() => expect(saved(backend)).toHaveLength(1));
    expect(saved(backend)[0]?.changes).toEqual({
      settings: {
        leastNoticeMinutes: 1440,
        windowDays: 60,
        moveWindowDays: 365,
        bufferMinutes: 30,
        crews: 1,
        arrivalWindowMinutes: 0,
      },
    });
  });
});

describe('The service area', () => {
  test('accepts a pasted list, normalised, and says what it covers', async () => {
    const backend = startTimeBackend();
    await open();
    const user = userEvent.setup();
    const typed = screen.getByLabelText('Add postal areas');
    await user.click(typed);
    await user.paste('l7c, L7E 1A1\nm5v L7C');
    await press('Add postal areas');
    const areas = () =>
      screen.getAllByRole('button', { name: /^Remove (L|M)/ }).map((one) => one.ariaLabel);
    expect(areas()).toEqual(['Remove L7C', 'Remove L7E', 'Remove M5V']);
    await user.type(screen.getByLabelText('Try a postal code'), 'm5v 2t6');
    expect(await screen.findByText('You serve M5V 2T6.')).toBeTruthy();
    await user.clear(screen.getByLabelText('Try a postal code'));
    await user.type(screen.getByLabelText('Try a postal code'), 'K1A 0B1');
    expect(await screen.findByText('K1A 0B1 is outside your area.')).toBeTruthy();
    await press('Remove M5V');
    expect(document.activeElement?.ariaLabel).toBe('Remove L7E');
    await press('Save');
    await waitFor(() => expect(saved(backend)).toHaveLength(1));
    expect(saved(backend)[0]?.changes).toEqual({ servedPrefixes: ['L7C', 'L7E'] });
  });

  test('is everywhere after one click, and a new area can be typed at once [S1.1]', async () => {
    const servedPrefixes = ['L5', 'L6', 'L7', 'M'];
    const backend = startTimeBackend({ rules: { ...defaultOpeningRules, servedPrefixes } });
    await open();
    await press('Serve everywhere');
    expect(screen.getByText(/customers everywhere can book/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Serve everywhere' })).toBeNull();
    expect(document.activeElement).toBe(screen.getByLabelText('Add postal areas'));
    await press('Save');
    await waitFor(() => expect(saved(backend)).toHaveLength(1));
    expect(saved(backend)[0]?.changes).toEqual({ servedPrefixes: [] });
  });

  test('names an invalid area, which stays to be corrected', async () => {
    startTimeBackend();
    await open();
    const typed = screen.getByLabelText<HTMLTextAreaElement>('Add postal areas');
    await userEvent.setup().type(typed, 'L7C Caledon');
    await press('Add postal areas');
    expect(await screen.findByText(/^CALEDON isn’t the start/)).toBeTruthy();
    expect(typed.value).toBe('L7C Caledon');
    expect(typed.getAttribute('aria-invalid')).toBe('true');
  });
});

describe('Two administrators', () => {
  test("see a conflict, which keeps the second one's changes and can be overridden", async () => {
    const backend = startTimeBackend();
    await open();
    await userEvent.setup().click(toggle('Sunday'));
    backend.state.page = { ...backend.state.page, mark: 'theirs' };
    await press('Save');
    expect(await screen.findByText(/Another administrator changed these times/)).toBeTruthy();
    expect(toggle('Sunday').checked).toBe(false);
    await userEvent.click(await screen.findByRole('button', { name: 'Save mine anyway' }));
    await waitFor(() => expect(saved(backend).at(-1)?.basis).toBeNull());
    await expectToast('Saved', 'Your opening times are saved.');
  });

  test('see a conflict, after which the second can load the other version', async () => {
    const backend = startTimeBackend();
    await open();
    await userEvent.setup().click(toggle('Sunday'));
    const { page } = backend.state;
    backend.state.page = { ...page, mark: 'theirs', rules: { ...page.rules, crews: 4 } };
    await press('Save');
    await userEvent.click(await screen.findByRole('button', { name: 'Use theirs' }));
    await press('Discard');
    await waitFor(() => expect(toggle('Sunday').checked).toBe(true));
    expect(screen.getByText('4 crews')).toBeTruthy();
  });

  test("see each other's saved rules if they have no changes of their own", async () => {
    const backend = startTimeBackend();
    await open();
    const { page } = backend.state;
    backend.state.page = { ...page, mark: 'theirs', rules: { ...page.rules, windowDays: 30 } };
    await press('Block time');
    enter('From', '2026-12-01');
    await press('Block this time');
    await waitFor(() =>
      expect(screen.getByLabelText<HTMLInputElement>('New bookings, days ahead').value).toBe('30'),
    );
  });
});

describe('Unsaved changes', () => {
  test('survive leaving the screen, and can be discarded', async () => {
    startTimeBackend();
    const { unmount } = await open();
    await userEvent.setup().click(toggle('Monday'));
    unmount();
    await open();
    expect(toggle('Monday').checked).toBe(false);
    await press('Discard');
    const question = await screen.findByRole('alertdialog', { name: 'Discard your changes?' });
    await userEvent.click(within(question).getByRole('button', { name: 'Discard' }));
    expect(toggle('Monday').checked).toBe(true);
  });

  test('cause a question before leaving', async () => {
    startTimeBackend({ outside: oneMisfit });
    await open();
    const user = userEvent.setup();
    await user.click(toggle('Monday'));
    await user.click(screen.getByRole('link', { name: /Ada Lane/ }));
    await screen.findByRole('alertdialog', { name: 'Leave without saving?' });
    await press('Keep editing');
    expect(toggle('Monday').checked).toBe(false);
    await user.click(screen.getByRole('link', { name: /Ada Lane/ }));
    await user.click(await screen.findByRole('button', { name: 'Leave without saving' }));
    expect((await screen.findByTestId('address')).textContent).toMatch(/^\/admin\/bookings\//);
  });

  test('stay when saving fails, with the reason and the place in the page', async () => {
    const backend = startTimeBackend();
    backend.answers[change] = refused(400, 'starts_after_end', '2');
    await open();
    await userEvent.setup().click(toggle('Monday'));
    await press('Save');
    expect(await screen.findByText('Tuesday: A day must end after its last start.')).toBeTruthy();
    expect(toggle('Monday').checked).toBe(false);
  });
});

describe('Blocked time', () => {
  const away = {
    id: 'a',
    day: '2026-12-01',
    from: '13:00',
    until: '24:00',
    reason: 'Dentist',
    crew: null,
  };

  test('is saved at once, by days and times, and counts the bookings inside', async () => {
    const backend = startTimeBackend();
    const standing = {
      id: 'b1',
      customer_name: 'Mia Young',
      booking_date: '2026-12-01',
      booking_time: '09:00:00',
      service_name: 'Basic Wash',
    };
    backend.answers[addTimeOff] = { body: { ids: ['a'], standing: [standing, standing] } };
    await open();
    const user = userEvent.setup();
    await press('Block time');
    await press('Block this time');
    expect(await screen.findByText('Please choose the first day.')).toBeTruthy();
    enter('From', '2026-12-01');
    await user.click(screen.getByLabelText('Whole days'));
    enter('Starts at', '13:00');
    enter('Ends at', '15:00');
    await user.type(screen.getByLabelText('Reason'), 'Dentist');
    backend.state.page = { ...backend.state.page, timeOff: [{ ...away, until: '15:00' }] };
    await press('Block this time');
    await expectToast(
      'Time blocked',
      '2 bookings fall in this time. They stay, and are listed under the bookings outside your rules.',
    );
    expect(backend.sent(addTimeOff)[0]?.body).toEqual({
      from_day: '2026-12-01',
      from_time: '13:00',
      until_day: '2026-12-01',
      until_time: '15:00',
      reason: 'Dentist',
      crew: null,
    });
    expect(await screen.findByText('From 1:00 PM until 3:00 PM · Dentist')).toBeTruthy();
    expect(screen.queryByRole('form', { name: 'Block time' })).toBeNull();
  });

  test('can be for one crew of several, and a refusal keeps the form', async () => {
    const { state, ...backend } = startTimeBackend();
    state.page = { ...state.page, rules: { ...state.page.rules, crews: 2 } };
    backend.answers[addTimeOff] = refused(400, 'unknown_crew');
    await open();
    await press('Block time');
    enter('From', '2026-12-01');
    await userEvent.setup().selectOptions(screen.getByLabelText('Crew'), 'Crew 2');
    await press('Block this time');
    expect(await screen.findByText(/This crew no longer exists/)).toBeTruthy();
    expect(backend.sent(addTimeOff)[0]?.body).toMatchObject({ crew: 2, from_time: null });
    expect(screen.getByLabelText<HTMLInputElement>(/^From/).value).toBe('2026-12-01');
  });

  test('is unblocked at once, all its days, and Undo blocks it again', async () => {
    const backend = startTimeBackend({
      timeOff: [away, { ...away, id: 'b', day: '2026-12-02', from: '00:00' }],
    });
    await open();
    backend.state.page = { ...backend.state.page, timeOff: [] };
    await press('Unblock Tuesday, December 1, 2026 to Wednesday, December 2, 2026');
    await expectToast('Time unblocked', 'Customers can book these times again.');
    expect(backend.sent(endTimeOff)[0]?.body).toEqual({ claim_ids: ['a', 'b'] });
    expect(await screen.findByText('No blocked time.')).toBeTruthy();
    expect(backend.state.page.outside).toBe(noMisfits);
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() =>
      expect(backend.sent(addTimeOff)[0]?.body).toMatchObject({
        from_day: '2026-12-01',
        until_day: '2026-12-02',
        until_time: null,
      }),
    );
  });
});
