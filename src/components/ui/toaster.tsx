import { useSyncExternalStore } from 'react';
import { Toast } from 'radix-ui';
import { dismissToast, toasts } from '@/lib/toast.ts';
import { CloseIcon } from './close-icon.tsx';
import { useToastPlace } from './use-toast-place.ts';

/**
 * The place where toasts appear. The surrounding region is what screen readers watch, so Radix's
 * own announcer is kept from the words: everything would be said, and found, twice.
 */
export default function Toaster() {
  const current = useSyncExternalStore(toasts.subscribe, toasts.current, toasts.current);
  const region = useToastPlace(current?.id);
  const isFailure = current?.variant === 'destructive';
  return (
    <Toast.Provider label="Notification" swipeDirection="right" swipeThreshold={50}>
      <div ref={region} role={isFailure ? undefined : 'status'} className="toast-region">
        <Toast.Viewport asChild>
          <div />
        </Toast.Viewport>
      </div>
      {current && (
        <Toast.Root
          key={current.id}
          asChild
          open
          duration={current.duration}
          onOpenChange={(open) => !open && dismissToast(current.id)}
        >
          <div
            role={isFailure ? 'alert' : undefined}
            data-keep-clear=""
            className={`toast toast-${current.variant}`}
          >
            <div data-radix-toast-announce-exclude="" className="min-w-0 flex-1 py-1">
              <Toast.Title className="font-semibold">{current.title}</Toast.Title>
              {current.description && (
                <Toast.Description className="mt-1 text-sm">
                  {current.description}
                </Toast.Description>
              )}
            </div>
            {current.action && (
              <Toast.Action asChild altText={current.action.label}>
                <button type="button" className="toast-action" onClick={current.action.onSelect}>
                  {current.action.label}
                </button>
              </Toast.Action>
            )}
            <Toast.Close
              className="close-button"
              aria-label="Dismiss"
              data-radix-toast-announce-exclude=""
            >
              <CloseIcon />
            </Toast.Close>
          </div>
        </Toast.Root>
      )}
    </Toast.Provider>
  );
}
