import type { FunctionDeps } from './deps.ts';

/** Sends refunds that wait. Answers how many were looked at. */
export function sendDueRefunds(
  deps: FunctionDeps,
  options: { batch?: number } = {},
): Promise<number> {
  return Promise.reject(new Error(`not written yet: ${deps.publicUrl} ${options.batch ?? 20}`));
}
