export const onSiteMethods = ['cash', 'card', 'e_transfer'] as const;
export type OnSiteMethod = (typeof onSiteMethods)[number];

export const paymentMethods = ['online', ...onSiteMethods] as const;
export type PaymentMethod = (typeof paymentMethods)[number];
