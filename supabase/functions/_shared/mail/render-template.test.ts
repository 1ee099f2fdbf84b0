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
    await expect(renderHtml(endless, {})).rejects.toThrow(/limit/);
  });

  it('renders a subject as plain text on one line', async () => {
    const subject = await renderLine('For {{ name }}: booked', {
      name: 'A & B\r\nBcc: x@y.example',
    });
    expect(subject).toBe('For A & B Bcc: x@y.example: booked');
  });
});
