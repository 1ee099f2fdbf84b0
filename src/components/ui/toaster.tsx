import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { Toast } from 'radix-ui';
import { dismissToast, toasts } from '@/lib/toast.ts';
import { CloseIcon } from './close-icon.tsx';

/**
 * The place where toasts appear. The surrounding region is what screen readers watch, so Radix's
 * own announcer is kept from the words: everything would be said, and found, twice.
 */
export default function Toaster() {
  const current = useSyncExternalStore(toasts.subscribe, toasts.current, toasts.current);
  const region = useReservedPlace();
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

/** Tells the page how much of the screen's lower edge the toast takes, and keeps what has the focus above it. */
function useReservedPlace() {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const region = ref.current;
    if (!region) return;
    const page = document.documentElement.style;
    const observer = new ResizeObserver(() => {
      page.setProperty('--toast-height', `${region.offsetHeight}px`);
      const edge = innerHeight - region.offsetHeight;
      const focused = document.activeElement?.getBoundingClientRect();
      if (focused && focused.height < edge && focused.top < innerHeight && focused.bottom > edge) {
        document.activeElement?.scrollIntoView({ block: 'nearest' });
      }
    });
    observer.observe(region);
    return () => {
      observer.disconnect();
      page.removeProperty('--toast-height');
    };
  }, []);
  return ref;
}
