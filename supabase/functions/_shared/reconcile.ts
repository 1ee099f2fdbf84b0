import type { FunctionDeps } from './deps.ts';

/** One sweep over payments that were left open. Answers how many were looked at. */
export function reconcilePayments(
  deps: FunctionDeps,
  options: { batch?: number; olderThanSeconds?: number } = {},
): Promise<number> {
  return Promise.reject(new Error(`not written yet: ${deps.publicUrl} ${options.batch ?? 20}`));
}
