import { expect, it } from 'vitest';
import { htmlToText } from './html-to-text.ts';

it('keeps text, lines and the URLs of links', () => {
  const text = htmlToText(`<html><head><title>T</title><style>p { color: red }</style></head><body>
    <!-- a note --><div style="color:red;display:none;">Preview</div><h1>Booked</h1>
    <p>Hello&nbsp;Ada &amp; Bob,<br>see you <b>soon</b>.</p>
    <table><tr><th scope="row">Service</th><td>Basic Wash</td></tr><tr><th>Total</th><td>$65.00</td></tr></table>
    <ul><li>One</li><li>Two</li></ul>
    <p><a class="b" href="https://x.example/a?b=1&amp;c=2"><b>Open your booking</b></a></p>
    <a href="tel:+19055550142">(905) 555-0142</a></body></html>`);
  expect(text).toBe(
    [
      'Booked',
      '',
      'Hello Ada & Bob,',
      'see you soon.',
      '',
      'Service: Basic Wash',
      'Total $65.00',
      '',
      '- One',
      '- Two',
      '',
      'Open your booking: https://x.example/a?b=1&c=2',
      '',
      '(905) 555-0142\n',
    ].join('\n'),
  );
});

it('keeps escaped text escaped, and unknown entities as written', () => {
  expect(htmlToText('<p>&lt;b&gt; &#233; &#xe9; &unknown;</p>')).toBe('<b> é é &unknown;\n');
});

it('writes a URL once when it is its own label', () => {
  expect(htmlToText('<a href="https://x.example">https://x.example</a>')).toBe(
    'https://x.example\n',
  );
});
