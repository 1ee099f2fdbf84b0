// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { ConfirmDialog } from './confirm-dialog.tsx';

afterEach(cleanup);

function ask(busy = false) {
  const onConfirm = vi.fn();
  const onOpenChange = vi.fn();
  render(
    <ConfirmDialog
      open
      onOpenChange={onOpenChange}
      title="Cancel booking"
      description="Are you sure?"
      confirmLabel="Yes, cancel it"
      cancelLabel="Keep it"
      busy={busy}
      onConfirm={onConfirm}
    />,
  );
  return { onConfirm, onOpenChange };
}

test('the question describes the dialog', () => {
  ask();
  const dialog = screen.getByRole('alertdialog', { name: 'Cancel booking' });
  const description = document.getElementById(dialog.getAttribute('aria-describedby') ?? '');
  expect(description?.textContent).toBe('Are you sure?');
});

test('confirming leaves closing to the caller', async () => {
  const { onConfirm, onOpenChange } = ask();
  await userEvent.click(screen.getByRole('button', { name: 'Yes, cancel it' }));
  expect(onConfirm).toHaveBeenCalledOnce();
  expect(onOpenChange).not.toHaveBeenCalled();
});

test('Escape means no', async () => {
  const { onConfirm, onOpenChange } = ask();
  await userEvent.keyboard('{Escape}');
  expect(onOpenChange).toHaveBeenCalledWith(false);
  expect(onConfirm).not.toHaveBeenCalled();
});

test('a second click and Escape do nothing while the work runs', async () => {
  const { onConfirm, onOpenChange } = ask(true);
  await userEvent.click(screen.getByRole('button', { name: 'Yes, cancel it' }));
  await userEvent.keyboard('{Escape}');
  expect(onConfirm).not.toHaveBeenCalled();
  expect(onOpenChange).not.toHaveBeenCalled();
});
