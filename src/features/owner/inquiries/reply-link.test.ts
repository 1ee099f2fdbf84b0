import { describe, expect, test } from 'vitest';
import { replyLink } from './reply-link.ts';

const inquiry = {
  name: 'Di Lane',
  email: 'di@example.com',
  subject: 'Engine bay',
  message: 'Is it included?\n\nThanks & bye',
  created_at: '2026-11-21T15:04:00Z',
};

function read(href: string) {
  const url = new URL(href);
  // A mailto link knows no "+" for a blank.
  const query = Object.fromEntries(
    url.search
      .slice(1)
      .split('&')
      .map((pair) => pair.split('=').map(decodeURIComponent)),
  ) as Record<string, string>;
  return { to: decodeURIComponent(url.pathname), ...query } as Record<string, string>;
}

describe('the answer to an inquiry', () => {
  test('goes to the sender, with the message quoted', () => {
    const { href, isCut } = replyLink(inquiry);
    expect(read(href)).toEqual({
      to: 'di@example.com',
      subject: 'Re: Engine bay',
      body: 'Hello Di Lane,\r\n\r\n\r\n\r\nOn Nov 21, 2026, you wrote:\r\n> Is it included?\r\n> \r\n> Thanks & bye',
    });
    expect(isCut).toBe(false);
  });

  test('does not repeat "Re:" in the subject', () => {
    expect(read(replyLink({ ...inquiry, subject: 'RE: Wax' }).href)['subject']).toBe('RE: Wax');
  });

  test('gets no recipient or header from typed text', () => {
    const asked = read(
      replyLink({
        ...inquiry,
        email: 'di@example.com?bcc=eve@example.com&x=1',
        subject: 'A\r\nBcc: eve@example.com',
      }).href,
    );
    expect(Object.keys(asked)).toEqual(['to', 'subject', 'body']);
    expect(asked['subject']).toBe('Re: A Bcc: eve@example.com');
  });

  test.each([
    ['many words', 'Seats and carpets. '.repeat(260)],
    ['one long word', 'x'.repeat(5000)],
    ['characters that take many bytes', '🚗é字 '.repeat(1200)],
  ])('with %s is cut to the maximum length of a link, and says so', (_what, message) => {
    const { href, isCut } = replyLink({ ...inquiry, message });
    expect(isCut).toBe(true);
    expect(href.length).toBeLessThanOrEqual(1_900);
    expect(href.length).toBeGreaterThan(1_500);
    expect(read(href)['body']?.endsWith(' […]')).toBe(true);
  });
});
