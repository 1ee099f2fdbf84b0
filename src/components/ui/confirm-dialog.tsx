import { useRef, type ReactNode } from 'react';
import { AlertDialog } from 'radix-ui';
import { buttonStyle } from './button-style.ts';
import { Button } from './button.tsx';

type ConfirmDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** The question itself, read out when the dialog opens. */
  description: string;
  /** Null when there is nothing to confirm any more: the dialog says why. */
  confirmLabel: string | null;
  cancelLabel: string;
  variant?: 'primary' | 'danger';
  busy?: boolean;
  /** The dialog stays open until the caller closes it, so that it can show progress. */
  onConfirm: () => void;
  /** What takes the focus when the opener has left the page; the page's heading by default. */
  focusAfter?: () => HTMLElement | null;
  children?: ReactNode;
};

/** Asks before an action that can't be undone. Escape and the cancel button both mean no. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onOpenChange, title, description, variant = 'primary', busy = false } = props;
  // Opened without a trigger of its own, the dialog has to remember where the focus came from.
  const opener = useRef<HTMLElement>(null);

  const giveFocusBack = (event: Event) => {
    event.preventDefault();
    const target = opener.current?.isConnected ? opener.current : props.focusAfter?.();
    (target ?? document.querySelector('h1'))?.focus();
  };

  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !busy && onOpenChange(next)}>
      <AlertDialog.Portal>
        <div className="dialog-overlay fixed inset-0 z-40 bg-ink/70" />
        <AlertDialog.Content
          onOpenAutoFocus={() => {
            const { activeElement } = document;
            opener.current = activeElement instanceof HTMLElement ? activeElement : null;
          }}
          onCloseAutoFocus={giveFocusBack}
          className="dialog-panel fixed top-[calc(50%-var(--toast-height)/2)] left-1/2 z-50 max-h-[calc(100dvh-4rem-var(--toast-height))] w-[calc(100%-2.5rem)] max-w-lg -translate-1/2 overflow-y-auto border-t-4 border-citrine bg-ivory p-6 text-ink sm:p-8"
        >
          <AlertDialog.Title className="heading-3">{title}</AlertDialog.Title>
          <AlertDialog.Description className="mt-3 text-ink-soft">
            {description}
          </AlertDialog.Description>
          {props.children && <div className="mt-5">{props.children}</div>}
          <div className="mt-8 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
            <AlertDialog.Cancel className={buttonStyle('secondary')} disabled={busy}>
              {props.cancelLabel}
            </AlertDialog.Cancel>
            {props.confirmLabel !== null && (
              <Button variant={variant} busy={busy} onClick={props.onConfirm}>
                {props.confirmLabel}
              </Button>
            )}
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
