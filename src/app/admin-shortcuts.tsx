import { useState } from 'react';
import { Dialog } from 'radix-ui';
import { Button } from '@/components/ui/button.tsx';
import { useBackCloses } from '@/lib/use-back-closes.ts';
import { areas } from './admin-areas.ts';
import { areKeysOn, switchKeys } from './admin-keys.ts';

const lines: readonly { keys: readonly string[]; words: string }[] = [
  { keys: ['/'], words: 'Search' },
  { keys: ['N'], words: 'New booking' },
  { keys: ['?'], words: 'Keyboard shortcuts' },
  ...areas.flatMap(({ letter, label }) =>
    letter ? [{ keys: ['G', letter.toUpperCase()], words: label }] : [],
  ),
];

/** The keyboard's shortcuts, and the switch that turns them off. */
export function AdminShortcuts({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [isOn, setIsOn] = useState(areKeysOn);
  useBackCloses(isOpen, onClose);
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <div className="dialog-overlay fixed inset-0 z-40 bg-ink/70" />
        <Dialog.Content
          className="dialog-panel sheet max-h-[calc(90dvh-var(--toast-height))] pt-6 md:inset-[calc(50%-var(--toast-height)/2)_auto_auto_50%] md:w-xl md:-translate-1/2 md:p-8"
          aria-describedby={undefined}
        >
          <Dialog.Title className="heading-3">Keyboard shortcuts</Dialog.Title>
          <dl className="mt-5 grid gap-x-8 sm:grid-cols-2">
            {lines.map(({ keys, words }) => (
              <div
                key={words}
                className="flex min-h-10 items-center justify-between gap-4 md:min-h-8"
              >
                <dt>{words}</dt>
                <dd className="flex items-center gap-1.5">
                  {keys.map((key, index) => (
                    <span key={key}>
                      {index > 0 && <span className="mr-1.5 text-ink-soft">then</span>}
                      <kbd className="key">{key}</kbd>
                    </span>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
          <label className="check-line mt-4">
            <input
              type="checkbox"
              checked={isOn}
              onChange={({ target }) => {
                switchKeys(target.checked);
                setIsOn(target.checked);
              }}
            />
            Shortcuts are on in this browser
          </label>
          <Button variant="secondary" className="mt-4" onClick={onClose}>
            Close
          </Button>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
