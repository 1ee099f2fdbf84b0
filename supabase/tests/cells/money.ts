import { forAdministrators } from '../cell-makers.ts';

const nobody = `'00000000-0000-4000-8000-000000000001'`;
const aYear = `'2019-01-01', '2019-12-31'`;

export const moneyFunctions = [
  forAdministrators(
    'money_report(date,date)',
    `jsonb_array_length(public.money_report(${aYear}) -> 'days')`,
    0,
  ),
  forAdministrators(
    'export_payments(date,date,jsonb,integer)',
    `public.export_payments(${aYear}) ->> 'total'`,
    '0',
  ),
  forAdministrators(
    'export_bookings(date,date,jsonb,integer)',
    `public.export_bookings(${aYear}) ->> 'total'`,
    '0',
  ),
  forAdministrators(
    'booking_receipt(uuid)',
    `public.booking_receipt(${nobody})`,
    'booking_not_found',
  ),
];
