import { expect, test } from 'vitest';
import { defaultBusiness } from '@domain/business/default-business.ts';
import { aDispute } from './testing/dispute.ts';
import { aBookingPage } from './testing/booking-page.ts';
import { evidenceFile } from './evidence-file.ts';

const mail = {
  kind: 'mail',
  id: 'a',
  at: '2026-11-23T20:00:00Z',
  template_type: 'booking_confirmation',
  to_email: 'alex@example.com',
  status: 'sent',
  last_error: null,
  by: null,
} as const;

test('the evidence has the dispute, the booking, the amounts and the emails', () => {
  const file = evidenceFile(aBookingPage({ timeline: [mail] }), aDispute(), defaultBusiness);
  for (const part of [
    'Dispute du_1',
    'the customer says that the service never took place',
    'Alex Tremblay',
    '12 Main Street, Caledon, ON L7C 1A1',
    'Receipt R-3F2B-8C1E-5D4A',
    '$119.99',
    'Email: booking confirmation. Sent to alex@example.com',
  ]) {
    expect(file).toContain(part);
  }
});

test('the evidence shows markup in a name as text', () => {
  const page = aBookingPage({ booking: { customer_name: '<script>alert("x")</script>' } });
  expect(evidenceFile(page, aDispute(), defaultBusiness)).toContain(
    '&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;',
  );
});

const url = 'data:image/webp;base64,UklGRg==';

test('the evidence embeds the photos of the car, and has no heading without any', () => {
  const file = evidenceFile(aBookingPage(), aDispute(), defaultBusiness, {
    photos: [url, url],
    taken: [],
    work: { checklist: [], marks: [] },
  });
  expect(file).toContain('Photos of the car');
  expect(file).toContain(`<img src="${url}" alt="Photo 2 of the car">`);
  expect(evidenceFile(aBookingPage(), aDispute(), defaultBusiness)).not.toContain('Photos');
});

test('the evidence has what was ticked, the marks of the condition, and the photos of the work', () => {
  const at = '2026-12-03T15:00:00Z';
  const by = 'boss@example.com';
  const file = evidenceFile(aBookingPage(), aDispute(), defaultBusiness, {
    photos: [],
    taken: [{ id: '1', kind: 'before', taken_by: by, created_at: at, url }],
    work: {
      checklist: [
        { item: 'Wax', ticked_by: by, ticked_at: at },
        { item: 'Vacuum', ticked_by: null, ticked_at: null },
      ],
      marks: [
        { id: '2', part: 'hood', x: 1, y: 2, kind: 'dent', note: '5 cm', made_by: by, made_at: at },
      ],
    },
  });
  expect(file).toContain('Wax: boss@example.com');
  expect(file).toContain('Hood: dent, 5 cm (boss@example.com');
  expect(file).toMatch(/<p>Before: boss@example.com, .+<\/p><img src="data:image\/webp/);
  expect(file).not.toContain('Vacuum');
});
