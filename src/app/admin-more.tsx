import { useState } from 'react';
import { Dialog } from 'radix-ui';
import { AdminAreaList, type AdminNavProps } from './admin-area-list.tsx';
import { areaGroups, waitingIn } from './admin-areas.ts';
import { AdminCount } from './admin-count.tsx';
import { AdminIcon } from './admin-icon.tsx';
import { useBackCloses } from '@/lib/use-back-closes.ts';
import { AdminWayOut } from './admin-way-out.tsx';

/** The button at the end of the bar, and the sheet with every area behind it. */
export function AdminMore({ needs }: AdminNavProps) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  useBackCloses(isOpen, close);
  const hidden = areaGroups
    .flatMap(({ areas }) => areas)
    .reduce((sum, area) => sum + waitingIn(area, needs), 0);
  return (
    <Dialog.Root open={isOpen} onOpenChange={setIsOpen}>
      <Dialog.Trigger className="admin-thumb">
        <AdminIcon icon="more" />
        More <AdminCount count={hidden} />
      </Dialog.Trigger>
      <Dialog.Portal>
        <div className="dialog-overlay fixed inset-0 z-40 bg-ink/70" />
        <Dialog.Content
          className="sheet max-h-[calc(85dvh-var(--toast-height))] animate-[rise-in_0.2s_ease-out] pt-4 [--rise:1.5rem]"
          aria-describedby={undefined}
        >
          <div className="flex items-center justify-between">
            <Dialog.Title className="heading-3">More</Dialog.Title>
            <Dialog.Close className="min-h-11 min-w-11 font-semibold underline underline-offset-4">
              Close
            </Dialog.Close>
          </div>
          <nav aria-label="Every area" className="admin-sheet-areas">
            <AdminAreaList needs={needs} onLeave={close} />
          </nav>
          <div className="mt-4 flex gap-6 border-t border-hairline pt-2">
            <AdminWayOut onLeave={close} />
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
