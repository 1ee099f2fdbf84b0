import { describe, expect, it } from 'vitest';
import { fakeDeps } from '../_shared/testing/fake-deps.ts';
import { runJobsHandler } from './handler.ts';

const jobsSecret = 'a secret of more than thirty-two characters';

const nothingToDo = {
  claim_mail: [],
  queue_due_mails: 3,
  queue_due_texts: 0,
  forget_old_texts: 0,
  expire_offers: 0,
  waiting_to_be_offered: { entries: [], taken: [] },
  forget_unpaid_bookings: 0,
  forget_old_work: 0,
  keep_mileage: 0,
  forget_old_ways: 0,
  removed_booking_photos: [],
  gallery_files_to_delete: [],
  forget_old_waiting: 0,
  forget_old_operations: 0,
  delete_expired: 0,
  refunds_to_send: [],
  payments_to_reconcile: [],
  scan_payments: 0,
};

const run = async (headers: Record<string, string>, method = 'POST') => {
  const { deps, calls } = fakeDeps(nothingToDo);
  const transport = { send: () => Promise.resolve() };
  const handler = runJobsHandler({ ...deps, transport, jobsSecret });
  const response = await handler(new Request('http://functions.test', { method, headers }));
  return { response, calls: calls.map(({ name }) => name) };
};

describe('The background jobs of the hosted backend', () => {
  it.each([
    ['no secret', {}],
    ['another secret', { authorization: `Bearer ${jobsSecret.toUpperCase()}` }],
    ['the beginning of the secret', { authorization: `Bearer ${jobsSecret.slice(0, -1)}` }],
    ['the secret and more', { authorization: `Bearer ${jobsSecret}.` }],
    ['the secret elsewhere', { apikey: jobsSecret }],
  ])('refuse a call with %s, and do nothing', async (_, headers) => {
    const { response, calls } = await run(headers);
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ error: { code: 'secret_wrong' } });
    expect(calls).toEqual([]);
  });

  it('run for a call with the secret, which learns what they did', async () => {
    const { response, calls } = await run({ authorization: `Bearer ${jobsSecret}` });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      done: { mail: 0, dueMails: 3, offers: 0, unpaidBookings: 0, oldWaiting: 0, refunds: 0 },
      failed: [],
      unfinished: [],
    });
    expect(calls).toEqual(expect.arrayContaining(['claim_mail', 'refunds_to_send']));
  });
});
