import type { CustomerInfo } from '@domain/booking/checkout.ts';

/** Who pays, as far as it is known: what the card form begins with. */
export type Payer = CustomerInfo;

/** A link in an email says nothing of its customer, and anybody may pay for them. */
export const unknownPayer: Payer = {
  name: '',
  email: '',
  phone: '',
  address: '',
  city: '',
  province: 'ON',
  postalCode: '',
};

/** Whether the address of the visit is known, where most cards are registered. */
export const hasAddress = ({ address }: Payer): boolean => address !== '';
