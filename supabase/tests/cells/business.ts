import { forAdministrators, forPeople, forServer, table } from '../cell-makers.ts';
import { cells } from '../permission-roles.ts';

/** Read by functions alone, which leave out what is secret, and changed by functions that validate. */
const readByServer = {
  select: cells({ service: 1 }),
  insert: cells(),
  update: cells(),
  delete: cells(),
};

export const businessTables = [
  table(
    'business_versions',
    {
      column: 'version',
      insert: `insert into public.business_versions (version, business) values (2, '{}')`,
      set: `business = '{}'`,
    },
    readByServer,
  ),
  table(
    'business_draft',
    {
      column: 'revision',
      insert: 'insert into public.business_draft default values',
      set: 'business = null',
    },
    readByServer,
  ),
  table(
    'website_texts',
    {
      column: 'name',
      insert: `insert into public.website_texts (name) values ('privacy') on conflict do nothing`,
      set: `body = null`,
    },
    {
      select: cells({ visitors: 4, customers: 4, administrators: 4, service: 4 }),
      insert: cells({ service: 0 }),
      update: cells({ customers: 0, administrators: 4, service: 4 }),
      delete: cells({ service: 4 }),
    },
  ),
  table(
    'unanswered_questions',
    {
      insert: `insert into public.unanswered_questions (words, last_day) values ('Why?', current_date)`,
      set: 'asked = 2',
    },
    { ...readByServer, select: cells({ service: 0 }) },
  ),
];

export const businessFunctions = [
  forPeople('keep_unanswered_question(text)', `public.keep_unanswered_question('Why?')`, {
    visitors: null,
    customers: null,
    administrators: null,
  }),
  forAdministrators(
    'unanswered_questions()',
    `jsonb_array_length(public.unanswered_questions())`,
    0,
  ),
  forAdministrators(
    'delete_unanswered_question(uuid)',
    `public.delete_unanswered_question('00000000-0000-4000-8000-000000000001')`,
    null,
  ),
  forPeople('published_business()', `(public.published_business() ->> 'version')::integer`, {
    visitors: 1,
    service: 1,
  }),
  forServer('current_business()', `(public.current_business() ->> 'version')::integer`, 1),
  forAdministrators('business_page()', `(public.business_page() ->> 'version')::integer`, 1),
  forAdministrators(
    'save_business_draft(jsonb,integer)',
    `public.save_business_draft('{}', -1)`,
    'business_changed',
  ),
  forServer(
    'publish_business(jsonb,integer,uuid,text[],text[],integer)',
    `public.publish_business('{}', -1, null, '{}', '{}')`,
    'business_changed',
  ),
  forAdministrators(
    'business_history(integer,integer)',
    'jsonb_array_length(public.business_history())',
    1,
  ),
  forAdministrators(
    'coupon_uses(text[])',
    `(public.coupon_uses('{NEVER}') ->> 'NEVER')::integer`,
    0,
  ),
  forPeople('require_fresh_proof()', 'public.require_fresh_proof()', {
    customers: null,
    administrators: null,
    ended: 'reauthentication_needed',
  }),
];
