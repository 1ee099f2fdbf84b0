// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test as it, vi } from 'vitest';
import { adminPaths } from '@/config/admin-paths.ts';
import { expectToast } from '@/testing/expect-toast.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
import { dropDraft } from '../kept-drafts.ts';
import { confirmation, get, startTemplateBackend, update } from '../testing/template-backend.ts';
// Loaded before a test waits for it.
import './letter-form.tsx';
import TemplateEditorScreen from './template-editor-screen.tsx';

let backend: ReturnType<typeof startTemplateBackend>;

// Seven editors are mounted for each test.
vi.setConfig({ testTimeout: 60_000 });

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => undefined);
  // What a browser has and jsdom lacks.
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  Range.prototype.getBoundingClientRect = () => new DOMRect();
  Element.prototype.scrollIntoView = () => undefined;
  Element.prototype.hasPointerCapture = () => false;
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  backend = startTemplateBackend();
});

afterEach(() => {
  cleanup();
  dropDraft(confirmation.id);
  vi.unstubAllGlobals();
});

const content = [
  '<p class="preview" style="display:none">Soon</p>',
  '<h1>Booked</h1>',
  '<p>Dear {{ customer_name }}</p>',
  '<table class="details"><tr><th scope="row">When</th><td>{{ date }}</td></tr></table>',
  '<p class="button"><a href="{{ booking_url }}">See it</a></p>',
  '<p class="sign-off">See you</p>',
  '<p class="small-print">Fine</p>',
  '',
].join('\n');

function open(html = content) {
  backend.answers[get] = { body: [{ ...confirmation, content: html }] };
  renderScreen(<TemplateEditorScreen />, {
    path: `/admin/templates/${confirmation.id}`,
    pattern: adminPaths.template,
  });
  return userEvent.setup();
}

const field = (name: string) => screen.findByRole('textbox', { name });
const save = () => screen.getByRole('button', { name: 'Save Template' });
const savedContent = () =>
  (backend.sent(update)[0]?.body as { content: string } | undefined)?.content;

async function insert(user: ReturnType<typeof userEvent.setup>, into: string, name: RegExp) {
  await user.click(await screen.findByRole('button', { name: `Insert a detail into “${into}”` }));
  await user.click(await screen.findByRole('menuitem', { name }));
}

describe('the form of a template', () => {
  it('shows each part as text, with variables by their names', async () => {
    open();
    expect((await field('Subject')).textContent).toBe('Booked: Date');
    expect((await field('Heading')).textContent).toBe('Booked');
    const text = await field('Text');
    expect(within(text).getByText('Customer’s name')).toBeTruthy();
    expect(within(text).getByText('Details')).toBeTruthy();
    expect((await field('Sign-off')).textContent).toBe('See you');
    expect((await field('Small print')).textContent).toBe('Fine');
    expect(screen.getByText('Nothing to save')).toBeTruthy();
  });

  it('saves an inserted detail as a variable, and every other part as it was', async () => {
    const user = open();
    await field('Heading');
    await insert(user, 'Heading', /^Customer’s name/);
    await user.click(save());
    await expectToast('Success!', 'Template "Warm words" saved.');
    expect(savedContent()).toBe(
      content.replace('<h1>Booked</h1>', '<h1>{{ customer_name }}Booked</h1>'),
    );
  });

  it('adds, aims and removes a button', async () => {
    const user = open('<p>Hello</p>\n');
    await user.click(await screen.findByRole('button', { name: 'Add button' }));
    const address = await screen.findByLabelText(/^Address/);
    await user.clear(address);
    await user.click(address);
    await user.paste('nowhere');
    expect(screen.getByText(/^Please enter a full address/)).toBeTruthy();
    await user.clear(address);
    await user.paste('https://x.example');
    await user.click(save());
    await waitFor(() =>
      expect(savedContent()).toBe(
        '<p>Hello</p>\n<p class="button"><a href="https://x.example">See more</a></p>\n',
      ),
    );
    await user.click(screen.getByRole('button', { name: 'Remove button' }));
    expect(screen.getByRole('button', { name: 'Add button' })).toBeTruthy();
  });

  it('opens HTML that it cannot show under Advanced, and can start from the default', async () => {
    const user = open('<html><body><p>Mine</p></body></html>');
    expect(await screen.findByText('The form can’t show this email')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Start from the default' }));
    const question = within(screen.getByRole('alertdialog'));
    await user.click(question.getByRole('button', { name: 'Use default text' }));
    expect((await field('Text')).textContent).toBe('Default');
  });
});
