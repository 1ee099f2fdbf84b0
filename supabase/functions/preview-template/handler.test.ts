import { expect, it } from 'vitest';
import type { VerifiedUser } from '../_shared/http/deps.ts';
import { fakeDeps, post } from '../_shared/testing/fake-deps.ts';
import { previewTemplateHandler } from './handler.ts';

const template = {
  subject: 'Booked: {{ date }}',
  content: '<p>Hello {{ customer_name }}</p>',
  template_type: 'booking_confirmation',
};

const administrator: VerifiedUser = { id: 'boss', email: 'boss@example.com' };

type Caller = { isAdmin?: boolean; user?: VerifiedUser | null };

async function preview(change: object = {}, { isAdmin = true, user = administrator }: Caller = {}) {
  const { deps } = fakeDeps({ is_admin: isAdmin }, { verifyUser: () => Promise.resolve(user) });
  const request = post({ ...template, ...change });
  request.headers.set('authorization', 'Bearer the token of a person');
  const response = await previewTemplateHandler(deps)(request);
  return {
    status: response.status,
    body: (await response.json()) as Record<string, unknown>,
  };
}

it('returns subject and email with sample values, and the variables', async () => {
  const { status, body } = await preview();
  expect(status).toBe(200);
  expect(body).toMatchObject({
    subject: 'Booked: Tuesday, December 8, 2026',
    variables: { customer_name: 'Alex Tremblay', service_name: 'Premium Detailing' },
  });
  expect(body['html']).toContain('>Hello Alex Tremblay</p>');
});

it('returns the problem and its line instead of an email', async () => {
  const { status, body } = await preview({ content: '<p>\n{{ custmer_name }}\n</p>' });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    problem: {
      field: 'content',
      line: 2,
      message: 'Unknown variable “custmer_name”.',
    },
    variables: { customer_name: 'Alex Tremblay' },
  });
  expect(body).not.toHaveProperty('html');
});

it('removes active content', async () => {
  const { body } = await preview({ content: 'Hello<script>alert(1)</script>' });
  expect(body['html']).not.toContain('script');
});

it('requires a sign-in', async () => {
  const { status, body } = await preview({}, { user: null });
  expect(status).toBe(401);
  expect(body).toMatchObject({ error: { code: 'sign_in_needed' } });
});

it('requires an administrator, as the database decides', async () => {
  const { status, body } = await preview({}, { isAdmin: false });
  expect(status).toBe(403);
  expect(body).toMatchObject({ error: { code: 'administrators_only' } });
});

it('refuses an unknown kind of email', async () => {
  const { status, body } = await preview({ template_type: 'spam' });
  expect(status).toBe(400);
  expect(body).toMatchObject({
    error: { code: 'invalid_input', fields: { template_type: 'There is no email of this kind.' } },
  });
});

it("accepts the table's maximum length and no more", async () => {
  const longest = await preview({ content: 'é'.repeat(200_000) });
  expect(longest.status).toBe(200);
  expect((await preview({ content: 'x'.repeat(200_001) })).status).toBe(400);
  expect((await preview({ content: 'x'.repeat(2_000_000) })).status).toBe(413);
});
