import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Hono } from 'hono';
import { JSDOM } from 'jsdom';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MailMessage } from '../../supabase/functions/_shared/mail/mail-message.ts';
import { folderTransport } from '../mail/folder-transport.ts';
import { mailboxRoutes } from './mailbox-routes.ts';
import type { StoredText } from './stored-messages.ts';

type Listed = { id: string; to: string; subject: string };

const guard = (_: unknown, next: () => Promise<void>) => next();

describe('the mailbox', () => {
  let folder: string;
  let mailbox: Hono;
  let time: number;
  let kept: StoredText[];
  const texts = () => Promise.resolve(kept);

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mailbox-'));
    kept = [];
    mailbox = mailboxRoutes({ folder, texts, guard });
    time = Date.parse('2026-06-01T14:00:00Z');
  });
  afterEach(() => rm(folder, { recursive: true }));

  const send = (message: Partial<MailMessage>) =>
    folderTransport({
      folder,
      from: 'Bookings <bookings@shop.example>',
      now: () => new Date((time += 1000)),
    }).send({
      key: 'booking_confirmation:1',
      messageId: '<1@shop.example>',
      to: 'ada@example.com',
      subject: 'Your booking',
      html: '<p>See <a href="http://localhost:3000/my-bookings">your booking</a></p>',
      text: 'See your booking',
      attachments: [],
      ...message,
    });
  const list = async (query = ''): Promise<Listed[]> =>
    (await (await mailbox.request(`/mailbox.json${query}`)).json()) as Listed[];
  const pageOf = async (path: string) => {
    const response = await mailbox.request(path);
    return { response, document: new JSDOM(await response.text()).window.document };
  };
  const onlyId = async () => (await list())[0]?.id ?? '';

  it('says that nothing was sent before the first email, also without a folder', async () => {
    mailbox = mailboxRoutes({ folder: join(folder, 'not yet'), texts, guard });
    const { document } = await pageOf('/mailbox');
    expect(document.body.textContent).toContain('No emails yet.');
    expect(await list()).toEqual([]);
  });

  it('says when a reply to a text was refused', async () => {
    mailbox = mailboxRoutes({ folder, texts, guard, reply: () => Promise.resolve(false) });
    const answer = await mailbox.request('/mailbox/sms/reply', { method: 'POST' });
    expect(answer.status).toBe(303);
    const { document } = await pageOf(answer.headers.get('location') ?? '');
    expect(document.querySelector('[role=alert]')?.textContent).toBe(
      'Reply not sent. Please try again.',
    );
  });

  it('lists emails newest first, and those of one reader on request', async () => {
    await send({ key: 'a', to: 'ada@example.com', subject: 'First' });
    await send({ key: 'b', to: 'bob@example.com', subject: 'Second – prêt' });
    const subjects = (await list()).map(({ to, subject }) => [to, subject]);
    expect(subjects).toEqual([
      ['bob@example.com', 'Second – prêt'],
      ['ada@example.com', 'First'],
    ]);
    expect(await list('?to=ADA@example.com')).toMatchObject([{ subject: 'First' }]);
    const { document, response } = await pageOf('/mailbox');
    const links = [...document.querySelectorAll('.mails a')];
    expect(links.map((link) => link.textContent)).toEqual(['Second – prêt', 'First']);
    expect(response.headers.get('x-robots-tag')).toContain('noindex');
    expect((await mailbox.request(links[0]?.getAttribute('href') ?? '')).status).toBe(200);
  });

  it('shows the reply address when it is not the sender', async () => {
    await send({ replyTo: 'di@example.com' });
    const id = await onlyId();
    const asJson: unknown = await (await mailbox.request(`/mailbox/${id}.json`)).json();
    expect(asJson).toMatchObject({ replyTo: 'di@example.com' });
    const { document } = await pageOf(`/mailbox/${id}`);
    expect(document.body.textContent).toContain('Reply to di@example.com');
  });

  it('opens an email in a frame without scripts, whose links use the whole window', async () => {
    await send({});
    const { document } = await pageOf(`/mailbox/${await onlyId()}`);
    const frame = document.querySelector('iframe');
    expect(frame?.getAttribute('sandbox')).not.toMatch(/allow-(scripts|same-origin|forms)/);
    const inside = new JSDOM(frame?.getAttribute('srcdoc') ?? '').window.document;
    expect(inside.querySelector('base')?.target).toBe('_top');
    expect(inside.querySelector('a')?.href).toBe('http://localhost:3000/my-bookings');
    expect(document.querySelector('pre')?.textContent).toContain('See your booking');
  });

  it("shows an email's content as text, never as part of its own page", async () => {
    const evil = '"><script>alert(1)</script>';
    await send({ subject: evil, html: `<p>${evil}</p></iframe>${evil}`, text: evil });
    for (const path of ['/mailbox', `/mailbox/${await onlyId()}`]) {
      const { document } = await pageOf(path);
      expect(document.querySelector('script')).toBeNull();
      expect(document.body.textContent).toContain(evil);
    }
  });

  it('serves the source with its attachments as a download', async () => {
    const calendar = 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n';
    const file = { filename: 'booking é.ics', contentType: 'text/calendar; method=PUBLISH' };
    await send({ attachments: [{ ...file, content: calendar }] });
    const id = await onlyId();
    const { document } = await pageOf(`/mailbox/${id}`);
    expect(document.body.textContent).toContain('Attached: booking é.ics');
    const link = [...document.querySelectorAll('a')].find((one) => /^Source/.test(one.textContent));
    const download = await mailbox.request(link?.getAttribute('href') ?? '');
    expect(download.headers.get('content-disposition')).toBe('attachment');
    expect(download.headers.get('content-security-policy')).toContain('sandbox');
    expect(await download.text()).toContain('Subject: Your booking\r\n');
    const asJson: unknown = await (await mailbox.request(`/mailbox/${id}.json`)).json();
    expect(asJson).toMatchObject({
      subject: 'Your booking',
      to: 'ada@example.com',
      attachments: [{ filename: 'booking é.ics', content: calendar.replaceAll('\r', '') }],
    });
    expect(asJson).not.toHaveProperty('source');
  });

  it('shows text messages beside emails, and returns them to programs', async () => {
    const one = { id: '1', to: '+14165550100', text: '123456 <b>', sentAt: new Date(time) };
    kept = [one, { ...one, id: '2', to: '+14165550101', text: '654321' }];
    const { document } = await pageOf('/mailbox');
    const items = [...document.querySelectorAll('.texts li')];
    expect(items[0]?.textContent).toMatch(/\+14165550100[^]*123456 <b>/);
    expect(items).toHaveLength(2);
    const query = new URLSearchParams({ to: '+14165550101' });
    const listed = await mailbox.request(`/mailbox/sms.json?${query}`);
    expect(await listed.json()).toMatchObject([{ text: '654321' }]);
    expect(listed.headers.get('x-robots-tag')).toContain('noindex');
  });

  it('opens only emails of the folder', async () => {
    await send({});
    await writeFile(join(folder, 'secret.txt'), 'secret');
    for (const id of ['nothing', '..%2Fsecret', '..%2f..%2fetc%2fpasswd', 'secret.txt']) {
      expect((await mailbox.request(`/mailbox/${id}`)).status).toBe(404);
      expect((await mailbox.request(`/mailbox/${id}.json`)).status).toBe(404);
      expect((await mailbox.request(`/mailbox/${id}.eml`)).status).toBe(404);
    }
  });
});
