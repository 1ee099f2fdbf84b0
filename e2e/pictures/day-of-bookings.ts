import { answered, post } from '../fixtures/booking-api.ts';

/** A week of bookings at a small business, made by the same calls as the pages'. */

type Person = {
  name: string;
  email: string;
  phone: string;
  address: string;
  city: string;
  postalCode: string;
  carModel: string;
  carYear: number;
};

const person = (
  name: string,
  phone: string,
  [address, city, postalCode]: [string, string, string],
  [carModel, carYear]: [string, number],
): Person => ({
  name,
  email: `${name.toLowerCase().replace(/[^a-z]+/g, '.')}@customer.example`,
  phone,
  address,
  city,
  postalCode,
  carModel,
  carYear,
});

export const priya = person(
  'Priya Nair',
  '416 555 0121',
  ['14 Old Mill Lane', 'Caledon', 'L7C 1J2'],
  ['Toyota RAV4', 2021],
);
export const tom = person(
  'Tom Okafor',
  '416 555 0144',
  ['202 Heritage Road', 'Brampton', 'L6Y 0A1'],
  ['Honda Civic', 2018],
);
export const marie = person(
  'Marie Tremblay',
  '905 555 0172',
  ['7 Queen Street South', 'Bolton', 'L7E 1C9'],
  ['BMW 330i', 2023],
);
export const hassan = person(
  'Hassan Amiri',
  '647 555 0109',
  ['31 Headwater Road', 'Caledon East', 'L7C 3M9'],
  ['Ford F-150', 2020],
);
export const lucy = person(
  'Lucy Bennett',
  '905 555 0158',
  ['5 Emeline Street', 'Caledon Village', 'L7K 0C4'],
  ['Mazda CX-5', 2019],
);

type Wish = {
  bookingDate: string;
  bookingTime: string;
  serviceId?: string;
  vehicleType?: 'sedan' | 'suv';
  paymentOption?: 'pay_deposit' | 'pay_full_online';
  tipAmount?: number;
};

const card = { number: '4242424242424242', month: 12, year: 2040, securityCode: '123' };

/** Booked and paid by card on the website; returns the booking's id. */
export async function book(origin: string, who: Person, wish: Wish): Promise<string> {
  const { carModel, carYear, ...contact } = who;
  const customerInfo = { ...contact, province: 'ON', locationType: 'mobile' };
  const { bookingId, checkout } = await answered<{
    bookingId: string;
    checkout: { amountDueNow: number };
  }>(
    await post(origin, '/functions/v1/create-booking', {
      serviceId: 'basic-wash',
      vehicleType: 'sedan',
      paymentOption: 'pay_deposit',
      tipAmount: 0,
      carModel,
      carYear,
      customerInfo,
      ...wish,
    }),
  );
  const intent = await answered<{ clientSecret: string; paymentIntentId: string }>(
    await post(origin, '/functions/v1/create-payment-intent', {
      bookingId,
      amountToCharge: checkout.amountDueNow,
      customerInfo,
    }),
  );
  await answered(
    await post(origin, `/payments-sandbox/intents/${intent.paymentIntentId}/confirm`, {
      clientSecret: intent.clientSecret,
      card,
    }),
  );
  await answered(await post(origin, '/functions/v1/verify-payment', { bookingId }));
  return bookingId;
}
