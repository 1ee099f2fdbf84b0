import { describe, expect, it } from 'vitest';
import { renderHtml, renderLine } from './render-template.ts';

describe('rendering an email template', () => {
  it("escapes a customer's input", async () => {
    const html = await renderHtml('<p>{{ name }}</p>', { name: '<img src=x onerror=alert(1)>' });
    expect(html).toBe('<p>&lt;img src=x onerror=alert(1)&gt;</p>');
  });

  it('escapes a value even with the raw filter', async () => {
    expect(await renderHtml('{{ name | raw }}', { name: '<b>' })).toBe('&lt;b&gt;');
  });

  it('refuses an unknown variable', async () => {
    await expect(renderHtml('{{ nmae }}', { name: 'Ada' })).rejects.toThrow(/nmae/);
  });

  it('lets a template test whether a variable exists', async () => {
    expect(await renderHtml('{% if gone %}yes{% else %}no{% endif %}', {})).toBe('no');
  });

  it('refuses an unknown filter', async () => {
    await expect(renderHtml('{{ name | shout }}', { name: 'Ada' })).rejects.toThrow(/shout/);
  });

  it('reaches nothing but variables', async () => {
    await expect(renderHtml('{{ name.constructor }}', { name: 'Ada' })).rejects.toThrow();
    await expect(renderHtml('{{ constructor }}', {})).rejects.toThrow();
  });

  it('reads no file', async () => {
    await expect(renderHtml('{% include "package.json" %}', {})).rejects.toThrow();
    await expect(renderHtml('{% render "../../package.json" %}', {})).rejects.toThrow();
    await expect(renderHtml('{% layout "/etc/passwd" %}', {})).rejects.toThrow();
  });

  it('stops an endless template', async () => {
    const endless = '{% for a in (1..100000) %}{% for b in (1..100000) %}x{% endfor %}{% endfor %}';
    await expect(renderHtml(endless, {})).rejects.toThrow(/limit|too often/);
  });

  it('stops a template that writes too much, in a sentence', async () => {
    const long = `{% for a in (1..400) %}${'<p>Wax</p>'.repeat(15_000)}{% endfor %}`;
    const started = performance.now();
    await expect(renderHtml(long, {})).rejects.toThrow(
      /^this would be longer than 300,000 characters/,
    );
    expect(performance.now() - started).toBeLessThan(1000);
    await expect(renderLine('{% for a in (1..200) %}a word {% endfor %}', {})).rejects.toThrow(
      /^this would be longer than 1,000 characters/,
    );
  });

  it('stops a template with more tags than an email has', async () => {
    await expect(renderHtml('<b>'.repeat(60_000), {})).rejects.toThrow(/more than 20,000 tags/);
  });

  it('keeps the text of tags nested too deeply', async () => {
    expect(await renderHtml(`${'<b>'.repeat(15_000)}Wax`, {})).toMatch(
      /^(<b>){200}Wax(<\/b>){200}$/,
    );
  });

  it('stops a template that repeats too often, also where nothing is printed', async () => {
    const busy =
      '{% capture a %}{% for a in (1..500) %}{% for b in (1..500) %}x{% endfor %}{% endfor %}{% endcapture %}';
    await expect(renderHtml(busy, {})).rejects.toThrow(/^this repeats too often/);
  });

  it('renders a subject as plain text on one line', async () => {
    const subject = await renderLine('For {{ name }}: booked', {
      name: 'A & B\r\nBcc: x@y.example',
    });
    expect(subject).toBe('For A & B Bcc: x@y.example: booked');
  });
});
