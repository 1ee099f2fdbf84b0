const listeners = new Set<() => void>();

/** Told whenever it was decided in this tab what the public reads. Answers how to stop. */
export function onPublicChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export function notifyPublicChange() {
  for (const listener of listeners) listener();
}
