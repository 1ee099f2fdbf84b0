import type { FieldErrors, Resolver } from 'react-hook-form';
import { checkLine, checkPostalCode, good } from '@domain/contact/field-checks.ts';
import { gather } from '@domain/contact/form-checks.ts';
import { clockNow } from '@/lib/clock.ts';
import type { Payer } from '../payer.ts';
import { checkCardNumber, checkExpiry, checkSecurityCode, type Expiry } from '../card-checks.ts';

/** The card form as typed. `method` is "card", or the payment method of an instalment provider. */
export type CardInput = {
  method: string;
  number: string;
  expiry: string;
  securityCode: string;
  nameOnCard: string;
  isServiceAddress: boolean;
  address: string;
  city: string;
  province: string;
  postalCode: string;
};

export type Billing = {
  nameOnCard: string;
  address: string;
  city: string;
  province: string;
  postalCode: string;
};

export type Card = Billing & { number: string; expiry: Expiry; securityCode: string };

/** The form when every field is right; only a card has a card. */
export type Payable =
  | { method: 'card'; card: Card }
  | { method: 'instalments'; provider: string; billing: Billing };

/** What may be kept of a form while its customer is elsewhere: nothing of the card. */
export type KeptForm = Omit<CardInput, 'number' | 'expiry' | 'securityCode'>;

export function keepable(typed: CardInput): KeptForm {
  const { method, nameOnCard, isServiceAddress, address, city, province, postalCode } = typed;
  return { method, nameOnCard, isServiceAddress, address, city, province, postalCode };
}

export function emptyCard(payer: Payer, kept: Partial<KeptForm> = {}): CardInput {
  const { name, address, city, province, postalCode } = payer;
  return {
    method: 'card',
    nameOnCard: name,
    isServiceAddress: true,
    ...{ address, city, province, postalCode },
    ...kept,
    number: '',
    expiry: '',
    securityCode: '',
  };
}

/** Checks the form as it is submitted; the address only where it is not the one of the visit. */
export function cardResolver(payer: Payer): Resolver<CardInput, unknown, Payable> {
  return (typed) => {
    const billing = {
      nameOnCard: checkLine(typed.nameOnCard, 'your name', 100),
      ...checkAddress(typed.isServiceAddress ? payer : typed, typed.isServiceAddress),
    };
    if (typed.method !== 'card') {
      const result = gather(billing);
      return result.ok
        ? {
            values: { method: 'instalments', provider: typed.method, billing: result.value },
            errors: {},
          }
        : refused(result.fields);
    }
    const result = gather({
      number: checkCardNumber(typed.number),
      expiry: checkExpiry(typed.expiry, new Date(clockNow())),
      securityCode: checkSecurityCode(typed.securityCode),
      ...billing,
      nameOnCard: checkLine(typed.nameOnCard, 'the name on your card', 100),
    });
    return result.ok
      ? { values: { method: 'card', card: result.value }, errors: {} }
      : refused(result.fields);
  };
}

function refused(fields: Partial<Record<string, string>>) {
  const errors: FieldErrors<CardInput> = {};
  for (const [name, message = ''] of Object.entries(fields)) {
    errors[name as keyof CardInput] = { type: 'rule', message };
  }
  return { values: {}, errors };
}

type Address = Pick<Payer, 'address' | 'city' | 'province' | 'postalCode'>;

function checkAddress(typed: Address, isChecked: boolean) {
  const province = good(typed.province);
  if (isChecked) {
    const { address, city, postalCode } = typed;
    return { address: good(address), city: good(city), province, postalCode: good(postalCode) };
  }
  return {
    address: checkLine(typed.address, 'the street address your card is registered at', 160),
    city: checkLine(typed.city, 'the city or town', 80),
    province,
    postalCode: checkPostalCode(typed.postalCode),
  };
}
