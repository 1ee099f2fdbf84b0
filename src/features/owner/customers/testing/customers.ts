import type { Caller, Customer, CustomerBooking, ListedCustomer } from '@contracts/customers.ts';

const figures = {
  visits: 3,
  no_shows: 1,
  last_visit: '2026-10-02',
  next_visit: null,
  cars: ['2021 Mazda CX-5', '2015 Fiat 500'],
  spend_cents: 25_999,
  owed_cents: 0,
};

export const listed = (changes: Partial<ListedCustomer> = {}): ListedCustomer => ({
  ...figures,
  email: 'mia@example.com',
  name: 'Mia Young',
  phone: '+19055550101',
  has_note: true,
  last_booked_at: '2026-09-20T15:00:00Z',
  ...changes,
});

export const customer = (changes: Partial<Customer> = {}): Customer => ({
  ...figures,
  email: 'mia@example.com',
  name: 'Mia Young',
  phone: '+19055550101',
  note: 'Gate code 1234',
  note_version: 1,
  is_customer: true,
  first_booked_at: '2025-03-01T15:00:00Z',
  has_account: true,
  is_administrator: false,
  has_unsubscribed: false,
  in_the_way: null,
  kept: { bookings: 4, reviews: 1, inquiries: 2, waiting: 0, mails: 9 },
  other_addresses: [],
  other_accounts: [],
  ...changes,
});

export const caller = (changes: Partial<Caller> = {}): Caller => ({
  ...customer(),
  email: null,
  name: 'Wim Berg',
  names: ['Wim Berg'],
  phone: '+19055550166',
  has_account: false,
  kept: { bookings: 2, reviews: 0, inquiries: 0, waiting: 0, mails: 1 },
  ...changes,
});

export const booking = (changes: Partial<CustomerBooking> = {}): CustomerBooking => ({
  id: '3f2b8c1e-5d4a-4b7e-9c0f-1a2b3c4d5e6f',
  service_name: 'Premium Detailing',
  car_year: 2021,
  car_model: 'Mazda CX-5',
  booking_date: '2026-10-02',
  booking_time: '09:00:00',
  status: 'paid',
  total_cents: 11_999,
  due_cents: 0,
  done_at: '2026-10-02T17:00:00Z',
  no_show_at: null,
  ...changes,
});

export const calls = {
  find: 'POST /rest/v1/rpc/find_all_customers',
  page: 'POST /rest/v1/rpc/customer_page',
  bookings: 'POST /rest/v1/rpc/customer_bookings',
  note: 'POST /rest/v1/rpc/save_customer_note',
  data: 'POST /rest/v1/rpc/customer_data',
  erase: 'POST /rest/v1/rpc/erase_customer',
} as const;
