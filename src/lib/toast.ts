/** A short message in the corner of the screen. One is visible at a time. */
export type Toast = {
  id: number;
  title: string;
  description?: string;
  variant: 'default' | 'destructive';
  /** Milliseconds until it leaves by itself. */
  duration: number;
  action?: { label: string; onSelect: () => void };
};

type ToastInput = Pick<Toast, 'title'> & Partial<Omit<Toast, 'id' | 'title'>>;

let current: Toast | null = null;
let nextId = 1;
const listeners = new Set<() => void>();

function show(next: Toast | null) {
  current = next;
  for (const listener of listeners) listener();
}

/** Shows a message in place of whichever is on screen: the latest outcome is the one that matters. */
export function toast(input: ToastInput): number {
  const id = nextId++;
  show({ variant: 'default', duration: 5000, ...input, id });
  return id;
}

/** Shows what failed and why. */
export const toastFailure = (title: string, description: string) =>
  toast({ title, description, variant: 'destructive' });

/** Takes a message away. One that was already replaced stays replaced. */
export function dismissToast(id: number) {
  if (current?.id === id) show(null);
}

/** Takes a failure away whose form is sent again. One that offers a way on stays. */
export function dismissFailure() {
  if (current?.variant === 'destructive' && !current.action) show(null);
}

export const toasts = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  current: () => current,
};
