/** What each figure means: said once, read on the screen and kept to by `money_report` in the database. */
export const definitions = {
  revenue: {
    label: 'Revenue',
    meaning: 'What was received less what was refunded, with tax and tips.',
  },
  received: {
    label: 'Received',
    meaning:
      'Every payment that arrived, online or on site, on the local day it arrived or was noted.',
  },
  refunds: {
    label: 'Refunds',
    meaning:
      'What was given back, on the local day it was decided; also what is still on its way, but not a refund that failed. What you give back by hand counts on the day you note it.',
  },
  tips: {
    label: 'Tips',
    meaning:
      'The part of what was received that is a tip, given when booking or on site, less the share of it in refunds.',
  },
  tax: {
    label: 'Tax',
    meaning:
      'The part of what was received that is tax, less its share in refunds. Only bookings paid in full online are charged tax.',
  },
  sales: {
    label: 'Sales',
    meaning: 'Revenue without tax and tips: what your work brought in.',
  },
  held: {
    label: 'Deposits held',
    meaning: 'Paid for bookings still to come, and not given back. As of now.',
  },
  due: {
    label: 'Due on site',
    meaning: 'Left to be paid at bookings still to come. As of now.',
  },
  open: {
    label: 'Not paid yet',
    meaning:
      'Left to be paid for visits of the chosen days that are over. Note the payment on the booking and it goes.',
  },
} as const;

export type FigureName = keyof typeof definitions;
