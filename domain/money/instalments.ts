import { business, type InstalmentProvider } from '../business.ts';

const { instalmentProviders: providers } = business;

/** The instalment provider of a payment method; undefined for other methods. */
export const instalmentProvider = (method: string): InstalmentProvider | undefined =>
  providers.find((provider) => provider.method === method);

/** The instalment providers among a payment's methods, in the order of the business. */
export const providersAmong = (methods: readonly string[]): readonly InstalmentProvider[] =>
  providers.filter(({ method }) => methods.includes(method));
