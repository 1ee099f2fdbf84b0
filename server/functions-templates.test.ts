import { SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { deliverMail } from '../supabase/functions/_shared/mail/deliver-mail.ts';
import type { MailMessage } from '../supabase/functions/_shared/mail/mail-message.ts';
import type { Database } from './backend/database/database.ts';
import { keysFrom } from './backend/keys.ts';
import { functionRoutes } from './functions.ts';
import { paidBooking } from './testing/bookings.ts';
import { describeEachDatabase } from './testing/databases.ts';
import { startFunctionHost, type FunctionHost } from './testing/function-host.ts';
import { verifyUserWith } from './verify-user.ts';

const template = {
  subject: 'See you on {{ date }}',
  content: '<p>Dear {{ customer_name }}, we are looking forward to it.</p>',
  template_type: 'booking_confirmation',
};

describeEachDatabase('email templates', (open) => {
  let database: Database;
  let host: FunctionHost;
  let tokenOf: (email: string, options?: { admin?: boolean }) => Promise<string>;
  let sent: MailMessage[];
  let logged: string[];

  beforeAll(async () => {
    database = await open();
    host = await startFunctionHost(database);
    // The customers' emails alone.
    await database.pool.query(
      `update public.mail_settings set is_on = false where template_type = 'booking_news'`,
    );
    const keys = await keysFrom('a secret of at least thirty-two bytes for tests');
    host.deps.verifyUser = verifyUserWith(keys, database);
    tokenOf = async (email, { admin = false } = {}) => {
      const { rows } = await database.pool.query<{ id: string }>(
        'insert into auth.users (email, email_confirmed_at) values ($1, now()) returning id',
        [email],
      );
      const id = rows[0]?.id ?? '';
      if (admin) {
        await database.pool.query('insert into public.admins (user_id) values ($1)', [id]);
        // The others are notified.
        await database.pool.query(
          `delete from public.mail_outbox where template_type = 'security_notice'`,
        );
      }
      return await new SignJWT({ sub: id, email, role: 'authenticated', aal: 'aal1' })
        .setProtectedHeader({ alg: 'HS256' })
        .setAudience('authenticated')
        .setExpirationTime('1h')
        .sign(keys.secret);
    };
  });
  beforeEach(() => {
    sent = [];
    logged = [];
  });
  afterAll(() => database.close());

  const call = async (name: string, body: object, token?: string) => {
    const response = await functionRoutes(host.deps).request(`/${name}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: token ? { authorization: `Bearer ${token}` } : {},
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const deliver = () =>
    deliverMail({
      ...host.deps,
      transport: { send: (mail) => Promise.resolve(void sent.push(mail)) },
      log: { ...host.deps.log, error: (_details, message) => void logged.push(message) },
    });
  const edit = (change: Partial<typeof template>) =>
    database.pool.query(
      `update public.email_templates set subject = $1, content = $2 where template_type = $3`,
      Object.values({ ...template, ...change }),
    );
  const startOver = () =>
    database.pool.query(`
      update public.email_templates t set subject = d.subject, content = d.content
      from public.default_mails d where d.template_type = t.template_type`);

  it('are previewed and tested by administrators only', async () => {
    const customer = await tokenOf('customer@example.com');
    for (const name of ['preview-template', 'send-test-mail']) {
      expect(await call(name, template)).toMatchObject({
        status: 401,
        body: { error: { code: 'sign_in_needed' } },
      });
      expect(await call(name, template, customer)).toMatchObject({
        status: 403,
        body: { error: { code: 'administrators_only' } },
      });
    }
    const { rows } = await database.pool.query('select 1 from public.mail_outbox');
    expect(rows).toEqual([]);
  });

  it('are closed to an administrator without the required second factor', async () => {
    const boss = await tokenOf('half.way@example.com', { admin: true });
    await database.pool.query(
      `insert into auth.mfa_factors (user_id, friendly_name, factor_type, status, secret)
       select id, 'Phone', 'totp', 'verified', 'x' from auth.users where email = 'half.way@example.com'`,
    );
    expect(await call('preview-template', template, boss)).toMatchObject({
      status: 403,
      body: { error: { code: 'administrators_only' } },
    });
  });

  it('are previewed with sample values', async () => {
    const boss = await tokenOf('previewing@example.com', { admin: true });
    const { status, body } = await call('preview-template', template, boss);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      subject: 'See you on Tuesday, December 8, 2026',
      html: expect.stringContaining('Dear Alex Tremblay,') as string,
    });
  });

  it('are tested by an email to the administrator’s own address, through the outbox', async () => {
    const boss = await tokenOf('trying@example.com', { admin: true });
    const answer = await call('send-test-mail', template, boss);
    expect(answer).toEqual({ status: 200, body: { sentTo: 'trying@example.com' } });
    await deliver();
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({
      to: 'trying@example.com',
      subject: '[Test] See you on Tuesday, December 8, 2026',
      html: expect.stringContaining('Dear Alex Tremblay,') as string,
      text: expect.stringContaining('Dear Alex Tremblay,') as string,
    });
    const { rows } = await database.pool.query(
      `select status, data from public.mail_outbox where key like 'template_test:%'`,
    );
    expect(rows, 'the draft is forgotten').toEqual([{ status: 'sent', data: {} }]);
  });

  it('that were all edited at one moment, as by a migration, are sent as the latest added one', async () => {
    await database.pool.query(
      `insert into public.email_templates (name, subject, content, template_type, created_at, updated_at)
       select 'Ours', 'Added ' || day, '<p>Hello</p>', 'booking_confirmation', now() + day * interval '1 day', now()
       from unnest('{2, 3, 1}'::integer[]) as day`,
    );
    await paidBooking(host);
    await deliver();
    await database.pool.query(`delete from public.email_templates where name = 'Ours'`);
    expect(sent.map(({ subject }) => subject)).toEqual(['Added 3']);
  });

  it('that are broken are not tested: the answer names the line', async () => {
    const boss = await tokenOf('breaking@example.com', { admin: true });
    const broken = { ...template, content: '<p>\nDear {{ customer_nam }}</p>' };
    expect(await call('send-test-mail', broken, boss)).toEqual({
      status: 400,
      body: {
        error: {
          code: 'template_broken',
          message: expect.any(String) as string,
          fields: { content: 'Line 2: Unknown variable “customer_nam”.' },
        },
      },
    });
    await deliver();
    expect(sent).toEqual([]);
  });

  it('that would carry a secret to another host are neither tested nor sent: the default is', async () => {
    const content = '<a href="http://foreign.example?x={{ confirmation_url }}">Go on</a>';
    const boss = await tokenOf('leading@example.com', { admin: true });
    const tested = { ...template, subject: 'Go on', content, template_type: 'password_recovery' };
    const { body } = await call('send-test-mail', tested, boss);
    expect(body).toMatchObject({ error: { code: 'template_broken' } });
    const preview = await call('preview-template', tested, boss);
    expect(preview.body).toMatchObject({ problem: { field: 'content', line: 1 } });

    // Written before a change needed a proof.
    await edit(tested);
    const link = 'https://shine.example/auth/v1/verify?token=pkce_1&type=recovery';
    await database.pool.query(
      `select public.enqueue_mail('recovery:1', 'password_recovery', 'ada@example.com', null, $1)`,
      [{ confirmation_url: link, token: '815429' }],
    );
    await deliver();
    expect(sent).toHaveLength(1);
    expect(sent[0]?.html).not.toContain('foreign.example');
    expect(sent[0]?.html).toContain(`href="${link.replace('&', '&amp;')}"`);
    expect(logged).toEqual(['A template can’t be used, so its default text is sent']);
    await startOver();
  });

  it('are used for the next email after an edit', async () => {
    await edit({});
    await paidBooking(host);
    await deliver();
    expect(sent[0]?.subject).toMatch(/^See you on /);
    expect(sent[0]?.html).toContain('Dear Ada Byron,');
    await startOver();
  });

  it.each([
    ['does not render', { content: 'Hello {{ nobody }}' }],
    ['has a broken subject', { subject: 'Hello {% if %}' }],
    [
      'would run on',
      { content: '{% for a in (1..100000) %}{% for b in (1..100000) %}x{% endfor %}{% endfor %}' },
    ],
  ])(
    'that %s and bypassed the editor cost no email: the default wording is sent',
    async (_what, change) => {
      await edit(change);
      const { bookingId } = await paidBooking(host);
      await deliver();
      expect(sent).toHaveLength(1);
      expect(sent[0]?.key).toBe(`booking_confirmation:${bookingId}`);
      expect(sent[0]?.subject).toMatch(/^Your Premium Detailing is booked/);
      expect(sent[0]?.html).toContain('Your appointment is confirmed');
      expect(sent[0]?.attachments).toHaveLength(1);
      expect(logged).toEqual(['A template can’t be used, so its default text is sent']);
      await startOver();
    },
  );

  it('whose kind was changed leave a default wording', async () => {
    await database.pool.query(
      `update public.email_templates set template_type = 'booking_cancellation'
        where template_type = 'booking_confirmation'`,
    );
    await paidBooking(host);
    await deliver();
    expect(sent[0]?.html).toContain('Your appointment is confirmed');
    await database.pool.query(
      `update public.email_templates set template_type = 'booking_confirmation'
        where name = 'Booking confirmation'`,
    );
  });

  it("show customers' input as inert text", async () => {
    await edit({ content: '<p>{{ customer_name }}</p>' });
    const name = 'javascript:alert(1)<script>alert(2)</script>';
    await database.pool.query(`update public.bookings set customer_name = $1 where id = $2`, [
      name,
      (await paidBooking(host)).bookingId,
    ]);
    await deliver();
    expect(sent[0]?.html).toContain('>javascript:alert(1)&lt;script&gt;');
    await startOver();
  });

  const inquire = (email: string) =>
    database.pool.query(
      `insert into public.inquiries (name, email, subject, message)
       values ('Di <b>Lane</b>', $1, $2, 'Is it
included?')`,
      [email, 'Engine bay\r\nBcc: all@example.com'],
    );

  it('send an inquiry to the business, with its sender as reply address', async () => {
    await inquire('di@example.com');
    await deliver();
    expect(sent[0]).toMatchObject({
      to: 'info@lustre.example',
      replyTo: 'di@example.com',
      subject: 'Inquiry from Di <b>Lane</b>: Engine bay Bcc: all@example.com',
      text: expect.stringContaining('Is it\nincluded?') as string,
      html: expect.stringContaining('Di &lt;b&gt;Lane&lt;/b&gt;') as string,
    });
  });

  it('send a stored inquiry without a valid address, and no reply address', async () => {
    const trigger = 'trigger refuse_other_than_an_address';
    await database.pool.query(`alter table public.inquiries disable ${trigger}`);
    await inquire('di@example.com, all@example.com');
    await database.pool.query(`alter table public.inquiries enable ${trigger}`);
    await deliver();
    expect(sent[0]).not.toHaveProperty('replyTo');
    expect(sent[0]?.text).toContain('di@example.com, all@example.com');
  });
});
