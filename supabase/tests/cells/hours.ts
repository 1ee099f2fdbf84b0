import { forAdministrators } from '../cell-makers.ts';

const nobody = `'00000000-0000-4000-8000-000000000001'`;

export const hoursFunctions = [
  forAdministrators('time_page()', `public.time_page() -> 'rules' ->> 'crews'`, '1'),
  forAdministrators(
    'change_opening_rules(jsonb,text,boolean)',
    `public.change_opening_rules('{"settings": {"crews": 0}}')`,
    'crews_out_of_range',
  ),
  forAdministrators('end_time_off(uuid[])', `public.end_time_off(array[${nobody}]::uuid[])`, null),
];
