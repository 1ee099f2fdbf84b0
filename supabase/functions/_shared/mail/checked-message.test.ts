import { expect, it } from 'vitest';
import { senderOf } from './checked-message.ts';
import type { MailMessage } from './mail-message.ts';

const message: MailMessage = {
  key: 'a',
  messageId: '<a@shine.example>',
  to: 'ada@customer.example',
  business: {
    name: 'Shine, "Wash" & Sons\r\nBcc: eve@example.com',
    address: 'hello@shine.example',
  },
  subject: 'Hello',
  html: '',
  text: '',
  attachments: [],
};

it.each([
  ['the business without a configured sender', null, '<hello@shine.example>'],
  ['the configured address under the name of the business', 'a@shine.example', '<a@shine.example>'],
])('sends from %s', (_, configured, address) => {
  expect(senderOf(message, configured)).toBe(
    `"Shine, Wash & Sons Bcc: eve@example.com" ${address}`,
  );
});

it('sends from the configured name as it is', () => {
  expect(senderOf(message, 'Front desk <a@shine.example>')).toBe('Front desk <a@shine.example>');
});
