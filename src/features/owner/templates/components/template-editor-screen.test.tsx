// @vitest-environment jsdom
import { StrictMode } from 'react';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { LocationProvider } from '@/lib/location.tsx';
import { afterEach, beforeEach, describe, expect, test as it, vi } from 'vitest';
import { Link, Route, Switch } from 'wouter';
import { adminPaths } from '@/config/admin-paths.ts';
import { refusal } from '@/testing/fake-backend.ts';
import { expectToast } from '@/testing/expect-toast.ts';
import { dropDraft } from '../kept-drafts.ts';
import {
  confirmation,
  get,
  insert,
  preview,
  startTemplateBackend,
  test,
  update,
} from '../testing/template-backend.ts';
// Loaded before a test waits for it.
import './letter-form.tsx';
import TemplateEditorScreen from './template-editor-screen.tsx';

let backend: ReturnType<typeof startTemplateBackend>;

beforeEach(() => {
  // What a browser types with, and jsdom does not have.
  Object.assign(document, {
    execCommand: (_command: string, _ui: boolean, text: string) => {
      const field = document.activeElement as HTMLInputElement | HTMLTextAreaElement;
      field.setRangeText(text, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end');
      fireEvent.input(field);
    },
  });
  Element.prototype.scrollIntoView = () => undefined;
  vi.stubGlobal('scrollTo', () => undefined);
  backend = startTemplateBackend();
});

afterEach(() => {
  cleanup();
  // Each test is a page opened anew.
  for (const id of [null, confirmation.id]) dropDraft(id);
  vi.unstubAllGlobals();
});

/** The editor at its address, reached from a page before it. */
async function open(path = `/admin/templates/${confirmation.id}`) {
  history.pushState({ key: 'before' }, '', '/before');
  history.pushState({ key: 'here' }, '', path);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <LocationProvider>
          <Link to="/elsewhere">Elsewhere</Link>
          <Switch>
            <Route path={adminPaths.newTemplate}>
              <TemplateEditorScreen />
            </Route>
            <Route path={adminPaths.template}>
              <TemplateEditorScreen />
            </Route>
            <Route>
              <p>Another page</p>
            </Route>
          </Switch>
        </LocationProvider>
      </QueryClientProvider>
    </StrictMode>,
  );
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Advanced (HTML)' }));
  return user;
}

const html = () => screen.getByLabelText<HTMLTextAreaElement>(/^Email \(HTML\)/);
const write = (value: string) => fireEvent.change(html(), { target: { value } });

const save = () => screen.getByRole('button', { name: 'Save Template' });
const frame = () => screen.getByTitle<HTMLIFrameElement>('Email preview');
const valueOf = (label: string) =>
  screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`)).value;

it('every word stays when reloading the templates fails', async () => {
  await open();
  write('<p>Not saved yet</p>');
  backend.answers[get] = { status: 500, body: { message: 'down' } };
  window.dispatchEvent(new Event('visibilitychange'));
  await expectToast('Error', 'Could not fetch email templates.', 'destructive');
  expect(html().value).toContain('Not saved yet');
  expect(save()).toBeTruthy();
});

it('every word is restored after a new sign-in', async () => {
  await open();
  write('<p>Not saved yet</p>');
  cleanup();
  const user = await open();
  expect(html().value).toBe('<p>Not saved yet</p>');
  expect(screen.getByText('Unsaved changes')).toBeTruthy();
  await user.click(save());
  await screen.findByText('Nothing to save');
  cleanup();
  await open();
  expect(html().value).toBe(confirmation.content);
});

describe('A template saved in another session meanwhile', () => {
  const theirs = { ...confirmation, content: '<p>Theirs</p>', updated_at: '2026-11-30T10:00:00Z' };

  it('replaces an unchanged one, and is edited from there', async () => {
    const user = await open();
    backend.answers[get] = { body: [theirs] };
    window.dispatchEvent(new Event('visibilitychange'));
    await waitFor(() => expect(html().value).toBe('<p>Theirs</p>'));
    expect(screen.getByText('Nothing to save')).toBeTruthy();
    write('<p>Mine</p>');
    await user.click(save());
    await expectToast('Success!', 'Template "Warm words" saved.');
    expect(backend.sent(update)[0]?.query.get('updated_at')).toBe(`eq.${theirs.updated_at}`);
  });

  it('is not overwritten by a restored draft', async () => {
    await open();
    write('<p>Not saved yet</p>');
    cleanup();
    backend.answers[get] = { body: [theirs] };
    const user = await open();
    expect(html().value).toBe('<p>Not saved yet</p>');
    await user.click(save());
    await waitFor(() => expect(backend.sent(update)).toHaveLength(1));
    expect(backend.sent(update)[0]?.query.get('updated_at')).toBe(`eq.${confirmation.updated_at}`);
  });
});

describe('Saving a template', () => {
  it("does not overwrite another session's version without a confirmation", async () => {
    const user = await open();
    const { answers } = backend;
    const kept = answers[update];
    answers[update] = { body: [] };
    write('<p>Mine</p>');
    await user.click(save());
    await expectToast(
      'Save Failed',
      expect.stringMatching(/^Another administrator saved this template/) as string,
      'destructive',
    );
    expect(backend.sent(update)[0]?.query.get('updated_at')).toBe(`eq.${confirmation.updated_at}`);
    expect(html().value).toBe('<p>Mine</p>');
    if (kept) answers[update] = kept;
    await user.click(save());
    await expectToast('Success!', 'Template "Warm words" saved.');
    expect(backend.sent(update)[1]?.query.has('updated_at')).toBe(false);
  });

  it('stores name, subject, content and type, and says so [S1.16, S2.82, S7.51, S8.47]', async () => {
    const user = await open();
    write('<p>Hello {{ customer_name }}</p>');
    await user.type(screen.getByLabelText(/^Name/), ' indeed');
    await user.click(save());
    await expectToast('Success!', 'Template "Warm words indeed" saved.');
    const [sent] = backend.sent(update);
    expect(sent?.query.get('id')).toBe(`eq.${confirmation.id}`);
    expect(sent?.body).toEqual({
      name: 'Warm words indeed',
      subject: 'Booked: {{ date }}',
      content: '<p>Hello {{ customer_name }}</p>',
      template_type: 'booking_confirmation',
    });
    expect(screen.getByText('Nothing to save')).toBeTruthy();
  });

  it('adds a new one, which opens at its own URL [S1.16, S6.19, S7.51]', async () => {
    const user = await open('/admin/templates/new');
    expect(html().value, 'it begins with the default text').toBe('<p>Default</p>');
    await user.type(screen.getByLabelText(/^Name/), 'Short');
    await user.selectOptions(screen.getByLabelText('Kind of email'), 'Booking cancellation');
    expect(valueOf('Subject'), 'a text nobody touched follows the kind').toBe('Gone');
    await user.click(save());
    await expectToast('Success!', 'Template "Short" saved.');
    expect(backend.sent(insert)[0]?.body).toEqual({
      name: 'Short',
      subject: 'Gone',
      content: '<p>Gone</p>',
      template_type: 'booking_cancellation',
    });
    await waitFor(() => expect(location.pathname).toBe('/admin/templates/new-id'));
  });

  it("shows the backend's refusal as a toast, and every word stays [S8.46]", async () => {
    backend.answers[update] = {
      status: 403,
      body: { message: 'permission denied for table email_templates' },
    };
    const user = await open();
    write('<p>Precious words</p>');
    await user.click(save());
    await expectToast('Save Failed', 'permission denied for table email_templates', 'destructive');
    expect(screen.queryByText(/^permission denied/), 'said once').toBeNull();
    expect(html().value).toBe('<p>Precious words</p>');
    expect(screen.getByText('Unsaved changes')).toBeTruthy();
  });

  it('shows the line of a template that does not render, and moves there', async () => {
    const user = await open();
    write('<p>\nDear {{ custmer_name }}\n</p>');
    await user.click(save());
    await expectToast('Save Failed', 'Line 2: Unknown variable “custmer_name”.', 'destructive');
    expect(backend.sent(update)).toEqual([]);
    await user.click(await screen.findByRole('button', { name: 'Go to line 2' }));
    expect(document.activeElement).toBe(html());
    const { selectionStart, selectionEnd, value } = html();
    expect(value.slice(selectionStart, selectionEnd)).toBe('Dear {{ custmer_name }}');
  });

  it('requires a name, and focuses its field', async () => {
    const user = await open();
    await user.clear(screen.getByLabelText(/^Name/));
    await user.click(save());
    await expectToast('Save Failed', 'Please give the template a name.', 'destructive');
    expect(document.activeElement).toBe(screen.getByLabelText(/^Name/));
    expect(backend.sent(update)).toEqual([]);
  });
});

describe('The preview', () => {
  it('shows subject and email as the server renders them, in an inert frame', async () => {
    await open();
    await waitFor(() => expect(frame().srcdoc).toContain('Dear Alex Tremblay'));
    expect(frame().getAttribute('sandbox')).toBe('');
    expect(screen.getByText('Booked: Tuesday, December 8, 2026')).toBeTruthy();
    write('<p>Anew, {{ customer_name }}</p>');
    await waitFor(() => expect(frame().srcdoc).toContain('Anew, Alex Tremblay'));
  });

  it('keeps the last valid email while a line is invalid, and names the line', async () => {
    await open();
    await waitFor(() => expect(frame().srcdoc).toContain('Dear Alex'));
    write('<p>\n{{ custmer_name }}');
    expect(await screen.findByText('Line 2 has an error')).toBeTruthy();
    expect(frame().srcdoc).toContain('Dear Alex');
  });

  it('has the width of a desktop or a phone', async () => {
    const user = await open();
    const phone = screen.getByRole('button', { name: /^Phone$/ });
    await user.click(phone);
    expect(phone.getAttribute('aria-pressed')).toBe('true');
    expect((await screen.findByTitle('Email preview')).className).toContain('390px');
  });

  it('shows an error when it cannot be rendered, and can retry', async () => {
    const answer = backend.answers[preview];
    backend.answers[preview] = refusal(500, 'internal_error', 'Something went wrong on our side.');
    const user = await open();
    expect(await screen.findByText('Preview unavailable')).toBeTruthy();
    if (answer) backend.answers[preview] = answer;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(frame().srcdoc).toContain('Dear Alex'));
  });
});

describe('The editor', () => {
  it('inserts a variable of the kind at the cursor, in the email or in the subject', async () => {
    const user = await open();
    const date = await screen.findByRole('button', { name: /^date/ });
    html().setSelectionRange(3, 3);
    await user.click(date);
    expect(html().value).toBe('<p>{{ date }}\nDear {{ customer_name }}\n</p>');
    await user.click(screen.getByLabelText(/^Subject/));
    await user.click(date);
    expect(valueOf('Subject')).toBe('Booked: {{ date }}{{ date }}');
  });

  it('sends the current email to the administrator', async () => {
    const user = await open();
    write('<p>Try this</p>');
    await user.click(screen.getByRole('button', { name: 'Send test email' }));
    await expectToast('Test Email Sent', 'We are sending it to boss@example.com.');
    expect(backend.sent(test)[0]?.body).toEqual({
      subject: 'Booked: {{ date }}',
      content: '<p>Try this</p>',
      template_type: 'booking_confirmation',
    });
  });

  it('says why a test email could not be sent', async () => {
    backend.answers[test] = {
      status: 400,
      body: {
        error: { code: 'template_broken', message: 'No.', fields: { content: 'Line 2: Wrong.' } },
      },
    };
    const user = await open();
    await user.click(screen.getByRole('button', { name: 'Send test email' }));
    await expectToast('Test Failed', 'Line 2: Wrong.', 'destructive');
  });

  it('restores the default text after a question', async () => {
    const user = await open();
    await user.click(screen.getByRole('button', { name: 'Use default text' }));
    const question = within(screen.getByRole('alertdialog'));
    await user.click(question.getByRole('button', { name: 'Use default text' }));
    await waitFor(() => expect(html().value).toBe('<p>Default</p>'));
    expect(valueOf('Subject')).toBe('Default');
  });

  it('says whether this template is in use', async () => {
    await open();
    expect(screen.getByText(/^In use: every “Booking confirmation” email/)).toBeTruthy();
    cleanup();
    await open('/admin/templates/6c1f4b9e-0000-4000-8000-000000000002');
    expect(screen.getByText(/^Not in use yet/)).toBeTruthy();
  });
});

describe('Leaving', () => {
  const dialog = () => screen.findByRole('alertdialog', { name: 'Leave without saving?' });

  it('by a link asks first, and staying keeps every word', async () => {
    const user = await open();
    write('<p>Precious words</p>');
    await user.click(screen.getByRole('link', { name: 'Elsewhere' }));
    await dialog();
    await user.click(screen.getByRole('button', { name: 'Keep editing' }));
    expect(html().value).toBe('<p>Precious words</p>');
    await user.click(screen.getByRole('link', { name: 'Elsewhere' }));
    await dialog();
    await user.click(screen.getByRole('button', { name: 'Leave without saving' }));
    expect(await screen.findByText('Another page')).toBeTruthy();
    cleanup();
    await open();
    expect(html().value).toBe(confirmation.content);
  });

  it('by going back asks first', async () => {
    const user = await open();
    write('<p>Precious words</p>');
    await screen.findByText('Unsaved changes');
    history.back();
    await dialog();
    expect(html().value).toBe('<p>Precious words</p>');
    await user.click(screen.getByRole('button', { name: 'Leave without saving' }));
    expect(await screen.findByText('Another page')).toBeTruthy();
    expect(location.pathname).toBe('/before');
  });

  it('asks nothing without changes, or once they are saved', async () => {
    const user = await open();
    write('<p>Kept</p>');
    await user.click(save());
    await screen.findByText('Nothing to save');
    await user.click(screen.getByRole('link', { name: 'Elsewhere' }));
    expect(await screen.findByText('Another page')).toBeTruthy();
  });

  it('by closing the page asks through the browser', async () => {
    await open();
    const leave = () => {
      const event = new Event('beforeunload', { cancelable: true });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(leave()).toBe(false);
    write('<p>Precious words</p>');
    await screen.findByText('Unsaved changes');
    expect(leave()).toBe(true);
  });
});
