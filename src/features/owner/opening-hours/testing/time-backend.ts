import type { OpeningChange } from '@domain/time/opening-change.ts';
import { defaultOpeningRules } from '@domain/time/opening-rules.ts';
import { startFakeBackend } from '@/testing/fake-backend.ts';
import { signIn } from '@/testing/sign-in.ts';
import type { Misfit, TimePage } from '@contracts/time-page.ts';

export const get = 'POST /rest/v1/rpc/time_page';
export const change = 'POST /rest/v1/rpc/change_opening_rules';
export const addTimeOff = 'POST /rest/v1/rpc/add_time_off';
export const endTimeOff = 'POST /rest/v1/rpc/end_time_off';

type ChangeCall = {
  changes: Partial<OpeningChange>;
  basis: string | null;
  is_preview: boolean;
};

const misfit: Misfit = {
  id: '3f8a6e9c-0000-4000-8000-000000000001',
  customerName: 'Ada Lane',
  day: '2026-12-25',
  time: '12:00',
  serviceName: 'Premium Detailing',
  rules: ['closed_day'],
};

export const noMisfits: TimePage['outside'] = { total: 0, bookings: [] };
export const oneMisfit: TimePage['outside'] = { total: 1, bookings: [misfit] };

/** The backend as an administrator sees it: it keeps rules, and previews them. `page` may be changed. */
export function startTimeBackend(start: Partial<TimePage> = {}) {
  signIn({
    user: { id: '7f6f9d7e-3f4e-4c83-9a53-1d2e7c0f5a10', email: 'boss@example.com' },
    isAdmin: true,
  });
  const state = {
    page: {
      mark: 'first',
      rules: defaultOpeningRules,
      labels: {},
      timeOff: [],
      outside: noMisfits,
      ...start,
    },
    /** What the next change makes not fit. */
    outsideAfter: start.outside ?? noMisfits,
  };
  const backend = startFakeBackend({
    [get]: () => ({ body: state.page }),
    [change]: ({ body }) => {
      const { changes, basis, is_preview: isPreview } = body as ChangeCall;
      if (basis !== null && basis !== state.page.mark) return refused(409, 'rules_changed');
      const next = changedPage(state.page, changes, state.outsideAfter);
      if (!isPreview) state.page = next;
      return { body: next };
    },
    [addTimeOff]: { body: { ids: ['off'], standing: [] } },
    [endTimeOff]: { body: null },
  });
  return { ...backend, state };
}

function changedPage(
  page: TimePage,
  { settings, exceptions, ...rest }: Partial<OpeningChange>,
  outside: TimePage['outside'],
): TimePage {
  return {
    ...page,
    mark: `${page.mark}+`,
    rules: { ...page.rules, ...settings, ...rest, ...(exceptions && { exceptions }) },
    labels: exceptions
      ? Object.fromEntries(exceptions.map(({ day, label }) => [day, label]))
      : page.labels,
    outside,
  };
}

/** A refusal as the data interface words it. */
export const refused = (status: number, message: string, details = '') => ({
  status,
  body: { code: `PT${status}`, message, details, hint: null },
});
