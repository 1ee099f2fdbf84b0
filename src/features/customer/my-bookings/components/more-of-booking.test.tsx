// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { card, id, leave, lookUp, onADay, open, startWith } from '../testing/open-my-bookings.tsx';

beforeEach(onADay);
afterEach(leave);

describe('Notes and access of a booking', () => {
  const save = 'POST /rest/v1/rpc/save_booking_more';
  const told = { gate_access: 'Code 12#', has_water: 'Yes', has_power: '', customer_notes: '' };

  test('are shown, and can be changed and removed before the visit', async () => {
    const backend = startWith({}, 0, { more: told });
    backend.answers[save] = { body: { ...told, gate_access: '', customer_notes: 'Dog hair' } };
    open();
    const user = await lookUp('alex@example.com', id);
    const found = within(await card());
    expect(found.getByText('Code 12#')).toBeTruthy();
    await user.click(found.getByRole('button', { name: 'Edit notes and access' }));
    await user.clear(found.getByLabelText('Gate code or access'));
    await user.type(found.getByLabelText('Notes'), 'Dog hair');
    await user.click(found.getByRole('button', { name: 'Save details' }));
    expect(await screen.findByText('Saved')).toBeTruthy();
    expect(backend.sent(save)[0]?.body).toEqual({
      target_booking_id: id,
      email: 'alex@example.com',
      more: { ...told, gate_access: '', customer_notes: 'Dog hair' },
    });
  });

  test('keep what was typed when they could not be saved', async () => {
    const backend = startWith({}, 0, { more: {} });
    backend.answers[save] = { status: 409, body: { code: 'PT409', message: 'booking_past' } };
    open();
    const user = await lookUp('alex@example.com', id);
    const found = within(await card());
    await user.click(found.getByRole('button', { name: 'Add notes or access' }));
    await user.type(found.getByLabelText('Notes'), 'Dog hair');
    await user.click(found.getByRole('button', { name: 'Save details' }));
    expect((await found.findByRole('alert')).textContent).toContain('already started');
    expect(found.getByLabelText<HTMLTextAreaElement>('Notes').value).toBe('Dog hair');
  });

  test('cannot be changed for a visit that is past', async () => {
    startWith({ booking_date: '2026-11-20', status: 'confirmed' }, 0, { more: told });
    open();
    await lookUp('alex@example.com', id);
    const found = within(await card());
    expect(found.getByText('Code 12#')).toBeTruthy();
    expect(found.queryByRole('button', { name: 'Edit notes and access' })).toBeNull();
  });
});

describe('Photos of a booking', () => {
  const photo = '0000000b-0000-4000-8000-000000000001';
  const show = 'POST /functions/v1/booking-photo';
  const remove = 'POST /rest/v1/rpc/remove_booking_photo';
  const withPhoto = async () => {
    const backend = startWith({}, 0, { photos: [photo] });
    backend.answers[show] = { body: 'pixels' };
    backend.answers[remove] = { body: null };
    open();
    const user = await lookUp('alex@example.com', id);
    return { backend, user, found: within(await card()) };
  };

  test('are read with the email address, open large and close with Escape', async () => {
    const { backend, user, found } = await withPhoto();
    const thumbnail = await found.findByRole('button', { name: 'Enlarge photo 1' });
    expect(backend.sent(show)[0]?.body).toEqual({
      photoId: photo,
      email: 'alex@example.com',
      width: 320,
    });
    await user.click(thumbnail);
    expect(await screen.findByRole('dialog', { name: 'Photo 1 of 1' })).toBeTruthy();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(thumbnail));
  });

  test('that do not load say so, with a way to try again', async () => {
    const backend = startWith({}, 0, { photos: [photo] });
    open();
    const user = await lookUp('alex@example.com', id);
    const found = within(await card());
    const again = await found.findByRole('button', { name: 'Load Photo 1 again' });
    backend.answers[show] = { body: 'pixels' };
    await user.click(again);
    expect(await found.findByRole('button', { name: 'Enlarge photo 1' })).toBeTruthy();
  });

  test('stay when they could not be removed, and the reason is told', async () => {
    const { backend, user, found } = await withPhoto();
    backend.answers[remove] = { status: 409, body: { code: 'PT409', message: 'booking_past' } };
    await user.click(found.getByRole('button', { name: 'Remove photo 1' }));
    expect(await screen.findByText('Not removed')).toBeTruthy();
    expect(screen.getByText(/its photos stay as they are/)).toBeTruthy();
    expect(found.getByRole('button', { name: 'Remove photo 1' })).toBeTruthy();
  });
});

describe('A visit of today', () => {
  const openVisit = 'POST /rest/v1/rpc/open_visit';

  test('is followed on its page, which opens with the email address of the guest', async () => {
    const backend = startWith({ status: 'confirmed', booking_date: '2026-11-24' });
    backend.answers[openVisit] = { body: '/visit/secret' };
    open();
    await lookUp('alex@example.com', id);
    await userEvent.click(await screen.findByRole('button', { name: 'Follow your visit' }));
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/visit/secret'));
    expect(backend.sent(openVisit).map(({ body }) => body)).toEqual([
      { target_booking_id: id, email: 'alex@example.com' },
    ]);
  });

  test('cannot be followed on another day', async () => {
    startWith({ status: 'confirmed' });
    open();
    await lookUp('alex@example.com', id);
    await card();
    expect(screen.queryByRole('button', { name: 'Follow your visit' })).toBeNull();
  });
});
