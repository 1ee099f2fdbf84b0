import type { FieldErrors, Resolver } from 'react-hook-form';
import type { CustomerInfo } from '@domain/checkout.ts';
import { checkLine, checkPostalCode, good } from '@domain/field-checks.ts';
import { gather } from '@domain/form-checks.ts';
import { clockNow } from '@/lib/clock.ts';
import { checkCardNumber, checkExpiry, checkSecurityCode, type Expiry } from '../card-checks.ts';

/** The card form as typed. */
export type CardInput = {
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

/** The card form when every field is right. */
export type Card = {
  number: string;
  expiry: Expiry;
  securityCode: string;
  nameOnCard: string;
  address: string;
  city: string;
  province: string;
  postalCode: string;
};

export function emptyCard(customer: CustomerInfo): CardInput {
  const { name, address, city, province, postalCode } = customer;
  return {
    number: '',
    expiry: '',
    securityCode: '',
    nameOnCard: name,
    isServiceAddress: true,
    ...{ address, city, province, postalCode },
  };
}

/** Checks the form as it is submitted; the address only where it is not the one of the visit. */
export function cardResolver(customer: CustomerInfo): Resolver<CardInput, unknown, Card> {
  return (typed) => {
    const result = gather({
      number: checkCardNumber(typed.number),
      expiry: checkExpiry(typed.expiry, new Date(clockNow())),
      securityCode: checkSecurityCode(typed.securityCode),
      nameOnCard: checkLine(typed.nameOnCard, 'the name on your card', 100),
      ...checkAddress(typed.isServiceAddress ? customer : typed, typed.isServiceAddress),
    });
    if (result.ok) return { values: result.value, errors: {} };
    const errors: FieldErrors<CardInput> = {};
    for (const [name, message] of Object.entries(result.fields)) {
      errors[name as keyof Card] = { type: 'rule', message };
    }
    return { values: {}, errors };
  };
}

type Address = Pick<CustomerInfo, 'address' | 'city' | 'province' | 'postalCode'>;

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
