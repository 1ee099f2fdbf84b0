export const paymentMethods = ['online', 'cash', 'card', 'e_transfer'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];
