// @vitest-environment jsdom
import type { ReactNode } from 'react';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { defaultBusiness } from '@domain/business/default-business.ts';
import { setSession } from '@/lib/session.ts';
import { expectToast } from '@/testing/expect-toast.ts';
import { press } from '@/testing/press.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
import { publishCall, startBusinessBackend } from '../testing/business-backend.ts';
import AddOnsScreen from './add-ons-screen.tsx';
import CouponsScreen from './coupons-screen.tsx';
import FactsScreen from './facts-screen.tsx';
import HistoryScreen from './history-screen.tsx';
import RulesScreen from './rules-screen.tsx';
import ServicesScreen from './services-screen.tsx';
import VehicleClassesScreen from './vehicle-classes-screen.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  setSession({ status: 'guest' });
});

async function open(view: ReactNode, path: string) {
  window.history.replaceState(null, '', path);
  renderScreen(view, { path });
  await waitFor(() => expect(screen.queryByText(/^Loading/)).toBeNull());
}
const openServices = () => open(<ServicesScreen />, '/admin/services');

test('a draft of an unknown form is named, and the owner starts from what is published', async () => {
  const { state } = startBusinessBackend();
  Object.assign(state, { draft: { facts: 'nonsense' }, revision: 4 });
  await openServices();
  expect(screen.getByRole('alert').textContent).toContain('The unpublished changes can’t be read');
  expect(screen.getByRole('button', { name: 'Edit Basic Wash' })).toBeTruthy();
  await press('Start from what is published');
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(state).toMatchObject({ draft: null, revision: 5 });
});

async function type(label: string, text: string) {
  const field = screen.getByLabelText(new RegExp(`^${label}`));
  await userEvent.clear(field);
  if (text) await userEvent.type(field, text);
}
const changes = () =>
  within(screen.getByRole('region', { name: 'Unpublished changes' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
const names = () => screen.getAllByRole('heading', { level: 2 }).map((one) => one.textContent);

describe('The services screen', () => {
  test('lists the services with their prices and durations', async () => {
    startBusinessBackend();
    await openServices();
    expect(names()).toEqual(['Basic Wash ', 'Premium Detailing ', 'Luxury Package ']);
    expect(screen.getByText('Sedan $65.00, SUV / Compact SUV $85.00')).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Unpublished changes' })).toBeNull();
  });

  test('saves a new price to the draft, names it, and publishes it with one press', async () => {
    const { state } = startBusinessBackend();
    await openServices();
    await press('Edit Basic Wash');
    await type('Sedan', '70');
    await press('Save draft');
    await waitFor(() => expect(changes()).toEqual(['Basic Wash, Sedan: $65.00 → $70.00']));
    expect(state.versions).toHaveLength(1);
    await press('Publish');
    await expectToast('Published', 'Customers see your changes now.');
    expect(state.versions.at(-1)?.business.services[0]?.priceCents).toEqual({
      sedan: 7000,
      suv: 8500,
    });
    expect(screen.queryByRole('region', { name: 'Unpublished changes' })).toBeNull();
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await expectToast('Undone', 'Customers see version 1 again.');
    expect(state.versions.at(-1)?.business).toEqual(defaultBusiness);
  });

  test('asks before it publishes without what a form still has', async () => {
    const { state, sent } = startBusinessBackend();
    Object.assign(state, { draft: { ...defaultBusiness, freeCancellationHours: 72 } });
    await openServices();
    await press('Edit Basic Wash');
    await type('Sedan', '72,50');
    await press('Publish');
    expect((await screen.findByRole('alertdialog')).textContent).toContain('Save draft first');
    await press('Keep editing');
    expect(sent(publishCall)).toHaveLength(0);
    expect(screen.getByLabelText<HTMLInputElement>(/^Sedan/).value).toBe('72,50');
    await press('Save draft');
    await waitFor(() => expect(changes()).toContain('Basic Wash, Sedan: $65.00 → $72.50'));
    await press('Publish');
    await expectToast('Published', 'Customers see your changes now.');
  });

  test('says at the field what is wrong, and keeps what was typed', async () => {
    const { state } = startBusinessBackend();
    await openServices();
    await press('Edit Basic Wash');
    await type('Sedan', 'a lot');
    await type('Duration', '5');
    await press('Save draft');
    expect(screen.getByText('Please enter an amount from $0.01 to $100,000.00.')).toBeTruthy();
    expect(screen.getByText('Please enter a whole number from 15 to 720.')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>(/^Sedan/).value).toBe('a lot');
    expect(state.draft).toBeNull();
  });

  test('adds a service, hides one, and moves one with the keyboard', async () => {
    const { state } = startBusinessBackend();
    await openServices();
    await press('Add service');
    await type('Name', 'Engine Bay');
    await type('Duration', '45');
    await type('Sedan', '40');
    await type('SUV', '50.50');
    await press('Save draft');
    await screen.findByRole('heading', { name: 'Engine Bay' });
    await press('Edit Luxury Package');
    await userEvent.click(screen.getByLabelText('Customers can book this service'));
    await press('Save draft');
    await screen.findByRole('heading', { name: 'Luxury Package Hidden' });
    screen.getByRole('button', { name: 'Move Engine Bay up' }).focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(changes()).toHaveLength(2));
    expect(state.draft?.services.map(({ id }) => id)).toEqual([
      'basic-wash',
      'premium-detailing',
      'engine-bay',
      'luxury-package',
    ]);
    expect(state.draft?.services[2]).toMatchObject({ priceCents: { sedan: 4000, suv: 5050 } });
  });

  test('asks before it removes a service', async () => {
    const { state } = startBusinessBackend();
    await openServices();
    await press('Remove Basic Wash');
    const dialog = await screen.findByRole('alertdialog');
    expect(dialog.textContent).toContain('Existing bookings keep it.');
    await press('Remove service');
    await waitFor(() => expect(changes()).toEqual(['Service removed: Basic Wash']));
    expect(state.draft?.services).toHaveLength(2);
  });

  test('keeps another administrator’s change of something else', async () => {
    const { state } = startBusinessBackend();
    await openServices();
    await press('Edit Basic Wash');
    await type('Sedan', '70');
    Object.assign(state, {
      draft: { ...defaultBusiness, freeCancellationHours: 48 },
      revision: 5,
    });
    await press('Save draft');
    await waitFor(() =>
      expect(changes()).toEqual([
        'Basic Wash, Sedan: $65.00 → $70.00',
        'Free cancellation: 24 hours → 48 hours',
      ]),
    );
  });

  test('shows another administrator’s change of the same price before it replaces it', async () => {
    const { state } = startBusinessBackend();
    await openServices();
    await press('Edit Basic Wash');
    await type('Sedan', '70');
    const [first, ...others] = defaultBusiness.services;
    const theirs = first && { ...first, priceCents: { ...first.priceCents, sedan: 8000 } };
    Object.assign(state, {
      draft: { ...defaultBusiness, services: [theirs, ...others] },
      revision: 5,
    });
    await press('Save draft');
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Basic Wash, Sedan: $65.00 → $80.00',
    );
    expect(state.draft?.services[0]?.priceCents['sedan']).toBe(8000);
    await press('Save mine');
    await waitFor(() => expect(changes()).toEqual(['Basic Wash, Sedan: $65.00 → $70.00']));
  });

  test('keeps what was typed when a second form opens, or another administrator removes the service', async () => {
    const { state } = startBusinessBackend();
    await openServices();
    await press('Edit Basic Wash');
    await type('Sedan', '70');
    await press('Edit Luxury Package');
    expect(screen.getAllByLabelText<HTMLInputElement>(/^Sedan/)[0]?.value).toBe('70');
    await userEvent.click(screen.getAllByRole('button', { name: 'Cancel' })[1] ?? document.body);
    const draft = { ...defaultBusiness, services: defaultBusiness.services.slice(1) };
    Object.assign(state, { draft, revision: 5 });
    await press('Save draft');
    expect((await screen.findByRole('alert')).textContent).toContain('Service removed: Basic Wash');
    await press('Save mine');
    await waitFor(() => expect(state.draft?.services).toHaveLength(3));
    const saved = state.draft?.services.find(({ id }) => id === 'basic-wash');
    expect(saved?.priceCents).toMatchObject({ sedan: 7000 });
  });

  test('discards the draft after a question', async () => {
    const { state } = startBusinessBackend();
    Object.assign(state, { draft: { ...defaultBusiness, freeCancellationHours: 48 }, revision: 1 });
    await openServices();
    await press('Discard');
    await userEvent.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Discard' }),
    );
    await expectToast('Discarded', 'Nothing was published.');
    expect(state.draft).toBeNull();
  });

  test('names what keeps a draft from being published', async () => {
    const { state } = startBusinessBackend();
    const hidden = defaultBusiness.services.map((one) => ({ ...one, isVisible: false }));
    Object.assign(state, { draft: { ...defaultBusiness, services: hidden }, revision: 1 });
    await openServices();
    await press('Publish');
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Services: Please show at least one service.',
    );
  });
});

describe('The other parts', () => {
  test('a new vehicle class starts with the prices of the last one', async () => {
    const { state } = startBusinessBackend();
    await open(<VehicleClassesScreen />, '/admin/services/classes');
    await press('Add class');
    await type('Name', 'Van');
    await press('Save draft');
    await screen.findByRole('heading', { name: 'Van' });
    expect(state.draft?.services[0]?.priceCents).toEqual({ sedan: 6500, suv: 8500, van: 8500 });
    await press('Remove Van');
    await press('Remove class');
    await waitFor(() => expect(state.draft?.services).toEqual(defaultBusiness.services));
  });

  test('an add-on may be free and take no time', async () => {
    const { state } = startBusinessBackend();
    await open(<AddOnsScreen />, '/admin/services/add-ons');
    expect(screen.getByText(/There are no add-ons yet/)).toBeTruthy();
    await press('Add add-on');
    await type('Name', 'Pet hair');
    await type('Sedan', '0');
    await type('SUV', '0');
    await press('Save draft');
    await screen.findByText('Sedan $0.00, SUV / Compact SUV $0.00');
    expect(state.draft?.addOns).toMatchObject([{ id: 'pet-hair', minutes: 0 }]);
  });

  test('an add-on needs a price for each vehicle class', async () => {
    const { state } = startBusinessBackend();
    await open(<AddOnsScreen />, '/admin/services/add-ons');
    await press('Add add-on');
    await type('Name', 'Pet hair');
    await type('Sedan', '20');
    await press('Save draft');
    const suv = screen.getByLabelText(/^SUV/);
    expect(suv.getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByLabelText(/^Sedan/).getAttribute('aria-invalid')).toBeNull();
    expect(screen.getByText(/Please enter an amount from \$0.00/)).toBeTruthy();
    expect(state.draft).toBeNull();
  });

  test('the rules take a percentage, another tax and a registration number', async () => {
    const { state } = startBusinessBackend();
    await open(<RulesScreen />, '/admin/rules');
    await userEvent.selectOptions(screen.getByLabelText('Deposit as'), 'percent');
    await type('Deposit in percent', '12.5');
    await type('Free cancellation', '48');
    await type('Registration number', '123 RT0001');
    await press('Add tax');
    const [, second] = screen.getAllByLabelText(/^Name of the tax/);
    if (second) await userEvent.type(second, 'PST (7%)');
    await press('Save draft');
    expect(screen.getByText('Please enter a percentage from 0.01 to 50.')).toBeTruthy();
    const [, rate] = screen.getAllByLabelText(/^Rate in percent/);
    if (rate) await userEvent.type(rate, '7');
    await press('Save draft');
    await waitFor(() =>
      expect(changes()).toEqual([
        'Deposit: $20.00 → 12.5%',
        'Free cancellation: 24 hours → 48 hours',
        'GST (5%), registration number: none → 123 RT0001',
        'Tax added: PST (7%)',
      ]),
    );
    expect(state.draft?.deposit).toEqual({ kind: 'percent', basisPoints: 1250 });
  });

  test('a coupon on the home page takes the place of the other one', async () => {
    const { state } = startBusinessBackend();
    await open(<CouponsScreen />, '/admin/coupons');
    expect(screen.getByText('$20.00 off, first visit only, on the home page')).toBeTruthy();
    expect(await screen.findByText('Used 3 times')).toBeTruthy();
    await press('Add coupon');
    await type('Code', 'spring 26');
    await type('Discount in dollars', '15');
    await type('Number of uses', '10');
    await userEvent.click(screen.getByLabelText(/^Show it on the home page/));
    await press('Save draft');
    await screen.findByRole('heading', { name: 'SPRING26' });
    expect(await screen.findByText('Used 3 times, 7 left')).toBeTruthy();
    expect(state.draft?.coupons.map(({ code, isAdvertised }) => [code, isAdvertised])).toEqual([
      ['NEWCUSTOMER20', false],
      ['SPRING26', true],
    ]);
  });

  test('the facts take a name and a link, and refuse an incomplete address', async () => {
    const { state } = startBusinessBackend();
    await open(<FactsScreen />, '/admin/business');
    await type('Business name', ' Shine   Detailing ');
    await press('Add link');
    await press('Save draft');
    expect(screen.getByText(/Please enter a complete web address/)).toBeTruthy();
    await type('Web address', 'https://social.example/shine');
    await press('Save draft');
    await waitFor(() => expect(state.draft?.facts.name).toBe('Shine Detailing'));
    expect(changes()).toHaveLength(2);
  });
});

describe('The history', () => {
  function startWithHistory() {
    const backend = startBusinessBackend();
    const business = { ...defaultBusiness, freeCancellationHours: 48 };
    const changesOf = ['Free cancellation: 24 hours → 48 hours'];
    backend.state.versions.push({ business, changes: changesOf, restored: null });
    return backend;
  }

  test('restores an earlier version with one press', async () => {
    const { state } = startWithHistory();
    await open(<HistoryScreen />, '/admin/business/history');
    await screen.findByText('Free cancellation: 24 hours → 48 hours');
    await press('Restore version 1');
    await expectToast('Restored', 'Customers see version 1 again.');
    expect(state.versions.at(-1)).toMatchObject({ business: defaultBusiness, restored: 1 });
    await screen.findByRole('heading', { name: 'Version 3 Published' });
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await screen.findByRole('heading', { name: 'Version 4 Published' });
    expect(state.versions.at(-1)).toMatchObject({ restored: 2 });
  });

  test('asks before a draft would be lost', async () => {
    const { state, sent } = startWithHistory();
    Object.assign(state, { draft: { ...defaultBusiness, freeCancellationHours: 72 } });
    await open(<HistoryScreen />, '/admin/business/history');
    await press('Restore version 1');
    expect((await screen.findByRole('alertdialog')).textContent).toContain(
      'This discards your unpublished changes.',
    );
    expect(sent(publishCall)).toHaveLength(0);
    await press('Restore version');
    await expectToast('Restored', 'Customers see version 1 again.');
  });
});
