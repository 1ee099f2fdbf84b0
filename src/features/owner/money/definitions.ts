/** What each figure means: said once, read on the screen and kept to by `money_report` in the database. */
export const definitions = {
  revenue: {
    label: 'Revenue',
    meaning: 'Payments received less refunds and disputes, with tax and tips.',
  },
  received: {
    label: 'Received',
    meaning: 'All payments, online and on site, on the local day they were received or recorded.',
  },
  refunds: {
    label: 'Refunds',
    meaning:
      'All refunds, on the local day they were decided, including refunds in progress but not failed ones. Manual refunds count on the day you record them.',
  },
  disputes: {
    label: 'Disputes',
    meaning:
      'Taken back by customers’ banks, less what came back, on the local day it was moved. The provider’s fees are not included.',
  },
  tips: {
    label: 'Tips',
    meaning:
      'Tips received when booking or paying, less their share of refunds, but not of refunds of what was overpaid. When a visit is cancelled or missed, its tip counts as a part of the fee, unless it was given on site.',
  },
  tax: {
    label: 'Tax',
    meaning:
      'The share of tax in each payment, less its share of refunds. A change of a visit counts on the day of the change. “Prices and rules” says which bookings carry tax.',
  },
  sales: {
    label: 'Net revenue',
    meaning:
      'Revenue without tax and tips, by the day of the payment: deposits for upcoming visits count. “Sales” under Reports are the prices of visits, by the day of the visit.',
  },
  held: {
    label: 'Paid in advance',
    meaning:
      'Deposits and full payments for upcoming bookings, without refunds, also those to be paid by hand, with tax and without tips. As of now.',
  },
  owed: {
    label: 'To refund by hand',
    meaning: 'Refunds that you have yet to pay by hand. As of now.',
  },
  due: {
    label: 'Due on site',
    meaning: 'Balance due for upcoming bookings. As of now.',
  },
  open: {
    label: 'Not paid yet',
    meaning:
      'Balance due for past visits on the chosen days. Record the payment on the booking to settle it.',
  },
} as const;

export type FigureName = keyof typeof definitions;
