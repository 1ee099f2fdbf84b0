import { appConfig } from '@/config/env.ts';

/** The whole address of a path of the backend. */
export function backendUrl(path: string): string {
  return new URL(path, appConfig.backendUrl || window.location.origin).href;
}
