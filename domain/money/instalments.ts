import { business, type InstalmentProvider } from '../business.ts';

const { instalmentProviders: providers } = business;

/** The provider behind a payment method, or undefined when the method is another kind. */
export const instalmentProvider = (method: string): InstalmentProvider | undefined =>
  providers.find((provider) => provider.method === method);

/** The providers among the methods that a payment takes, in the order of the business. */
export const providersAmong = (methods: readonly string[]): readonly InstalmentProvider[] =>
  providers.filter(({ method }) => methods.includes(method));
