import { appConfig } from './env.ts';

type Words = {
  /** In a sentence, and at its start. */
  name: string;
  nameAtStart: string;
  /** A dispute on the provider's own pages, where evidence is sent. */
  disputePage: ((id: string) => string) | null;
};

const providers: Record<typeof appConfig.payments, Words> = {
  sandbox: {
    name: 'the payment sandbox',
    nameAtStart: 'The payment sandbox',
    disputePage: null,
  },
  stripe: {
    name: 'Stripe',
    nameAtStart: 'Stripe',
    disputePage: (id) => `https://dashboard.stripe.com/disputes/${encodeURIComponent(id)}`,
  },
};

/** Who has the money of online payments, in the owner's words. */
export const paymentProvider = (): Words => providers[appConfig.payments];

/** What an owner without a provider can connect. */
export const connectableProvider = providers.stripe.name;
