import { Dialog } from 'radix-ui';
import type { ReactNode } from 'react';

type PanelProps = { title: string; description?: string; onClose: () => void; children: ReactNode };

/** What can be done with something on the calendar: over it, or at the lower edge of a phone. */
export function Panel({ title, description, onClose, children }: PanelProps) {
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <div className="dialog-overlay fixed inset-0 z-40 bg-ink/70" />
        <Dialog.Content
          className="dialog-panel sheet max-h-[calc(90dvh-var(--toast-height))] pt-6 md:inset-[calc(50%-var(--toast-height)/2)_auto_auto_50%] md:w-lg md:-translate-1/2 md:p-8"
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <Dialog.Title className="heading-3">{title}</Dialog.Title>
          {description && (
            <Dialog.Description className="mt-2 text-ink-soft">{description}</Dialog.Description>
          )}
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
