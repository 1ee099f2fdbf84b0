import { startFakeBackend } from '@/testing/fake-backend.ts';
import { signIn } from '@/testing/sign-in.ts';
import type { Template } from '../api/get-templates.ts';
import type { TemplateDraft } from '../template-draft.ts';

export const confirmation: Template = {
  id: '6c1f4b9e-0000-4000-8000-000000000001',
  name: 'Warm words',
  subject: 'Booked: {{ date }}',
  content: '<p>\nDear {{ customer_name }}\n</p>',
  template_type: 'booking_confirmation',
  created_at: '2026-11-01T15:00:00Z',
  updated_at: '2026-11-20T15:00:00Z',
};

const olderConfirmation: Template = {
  ...confirmation,
  id: '6c1f4b9e-0000-4000-8000-000000000002',
  name: 'First words',
  updated_at: '2026-11-01T15:00:00Z',
};

const cancellation: Template = {
  ...confirmation,
  id: '6c1f4b9e-0000-4000-8000-000000000003',
  name: 'Cancelled',
  subject: 'Cancelled: {{ date }}',
  template_type: 'booking_cancellation',
};

const defaults = [
  {
    template_type: 'booking_confirmation',
    name: 'Booking confirmation',
    subject: 'Default',
    content: '<p>Default</p>',
  },
  {
    template_type: 'booking_cancellation',
    name: 'Booking cancellation',
    subject: 'Gone',
    content: '<p>Gone</p>',
  },
];

export const get = 'GET /rest/v1/email_templates';
export const insert = 'POST /rest/v1/email_templates';
export const update = 'PATCH /rest/v1/email_templates';
export const preview = 'POST /functions/v1/preview-template';
export const test = 'POST /functions/v1/send-test-mail';

/** The backend as an administrator sees it; a name that it does not know is a mistake of the second line. */
export function startTemplateBackend() {
  signIn({
    user: { id: '7f6f9d7e-3f4e-4c83-9a53-1d2e7c0f5a10', email: 'boss@example.com' },
    isAdmin: true,
  });
  return startFakeBackend({
    [get]: { body: [confirmation, olderConfirmation, cancellation] },
    'GET /rest/v1/default_mails': { body: defaults },
    [insert]: ({ body }) => ({
      status: 201,
      body: { ...confirmation, ...(body as TemplateDraft), id: 'new-id' },
    }),
    [update]: ({ body }) => ({ body: { ...confirmation, ...(body as TemplateDraft) } }),
    [preview]: ({ body }) => ({ body: previewOf(body as TemplateDraft) }),
    [test]: { body: { sentTo: 'boss@example.com' } },
  });
}

function previewOf({ subject, content }: TemplateDraft) {
  const variables = { customer_name: 'Alex Tremblay', date: 'Tuesday, December 8, 2026' };
  if (content.includes('custmer_name')) {
    const message = 'Unknown variable “custmer_name”.';
    return { variables, problem: { field: 'content', line: 2, column: 6, message } };
  }
  const fill = (text: string) =>
    text
      .replaceAll('{{ customer_name }}', variables.customer_name)
      .replaceAll('{{ date }}', variables.date);
  return { variables, subject: fill(subject), html: fill(content) };
}
