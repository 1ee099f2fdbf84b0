import type { Toast } from '@/lib/toast.ts';

/** Said when something is stored on this device and the server has not answered. */
export const notSentYet: Pick<Toast, 'title' | 'description'> = {
  title: 'Not Sent Yet',
  description: 'You’re offline. It is sent when you’re back online.',
};
