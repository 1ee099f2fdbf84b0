import { BackendError } from '@/lib/backend.ts';

/** Whether a refund was refused until the owner confirms it in spite of an open dispute. */
export const asksAboutDispute = (error: Error | null): boolean =>
  error instanceof BackendError && error.code === 'payment_disputed';
