import { configure, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { vi } from 'vitest';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Route, Switch } from 'wouter';
import { AtAddress } from '@/testing/at-address.tsx';
import { useLocation } from '@/lib/location.tsx';
import type { DetailsInput } from '@domain/booking/details.ts';
import { moreSamples } from '@domain/testing/more-samples.ts';
import { saveDraft } from '@/entities/booking/booking-session.ts';
import { ScheduleScreen } from '../components/schedule-screen.tsx';

// Nothing on this screen is hidden by style, and looking for that takes most of a test's time.
configure({ defaultHidden: true });

export const premium = {
  serviceId: 'premium-detailing',
  service: { id: 'premium-detailing', name: 'Premium Detailing' },
  vehicleType: 'suv',
};

/** The schedule screen as reached from Home. The same `visit` again is a reload. */
export function renderSchedule(state: unknown = premium, visit = 'first-visit', isWide = true) {
  const screenOf = { matches: isWide, addEventListener: () => {}, removeEventListener: () => {} };
  vi.stubGlobal('matchMedia', () => screenOf);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(
    <QueryClientProvider client={client}>
      <AtAddress path="/schedule" state={state} step={visit}>
        <Switch>
          <Route path="/schedule">
            <ScheduleScreen />
          </Route>
          <Route path="/checkout">
            <Checkout />
          </Route>
          <Route path="/contact">
            <Contact />
          </Route>
          <Route path="/">
            <p>Home</p>
          </Route>
        </Switch>
      </AtAddress>
    </QueryClientProvider>,
  );
}

function Checkout() {
  return <p data-testid="checkout">{JSON.stringify(useLocation().state)}</p>;
}

function Contact() {
  return <p data-testid="contact">{JSON.stringify(useLocation().state)}</p>;
}

/** Tuesday, November 24 at 10:00 AM in Toronto. */
export const now = new Date('2026-11-24T15:00:00Z');

export async function pickTime(day: RegExp, time: string) {
  const user = userEvent.setup();
  await screen.findByText(/Choose a day|open on/);
  await user.click(screen.getByLabelText(day));
  await user.click(await screen.findByLabelText(time));
  await findForm();
  return user;
}

/** Waits for the form, whose code loads by itself. */
export const findForm = () => screen.findByLabelText(/^Full Name/);

/** Fills in the whole form before the screen opens, the way an earlier visit would have left it. */
export function typeEarlier(details: Partial<DetailsInput> = {}) {
  saveDraft({
    details: {
      name: 'Alex Tremblay',
      email: 'Alex@Example.com',
      phone: '905 555 0199',
      carModel: 'Mazda CX-5',
      carYear: '2021',
      address: '12 Maple Lane',
      city: 'Caledon',
      postalCode: 'l7c1a1',
      ...moreSamples((label) => ` Their ${label} `),
      ...details,
    },
  });
}

/** A field by the beginning of its label: required ones end in a star. */
export function field(label: string): HTMLInputElement {
  return screen.getByLabelText(new RegExp(`^${label}`));
}

/** The amount the summary shows for a line. */
export function amount(line: string): string | undefined {
  const terms = [...document.querySelectorAll('dt')];
  return terms.find((term) => term.textContent === line)?.nextElementSibling?.textContent;
}
