import { fixedTerms, type InstalmentProvider } from '../business/fixed-terms.ts';

const { instalmentProviders: providers } = fixedTerms;

/** The instalment provider of a payment method; undefined for other methods. */
export const instalmentProvider = (method: string): InstalmentProvider | undefined =>
  providers.find((provider) => provider.method === method);

/** The instalment providers among a payment's methods, in the order of the business. */
export const providersAmong = (methods: readonly string[]): readonly InstalmentProvider[] =>
  providers.filter(({ method }) => methods.includes(method));
