import { waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { toasts } from '@/lib/toast.ts';

/** Waits for the toast with these words; a failure is in the destructive style. */
export function expectToast(
  title: string,
  description: string,
  variant: 'default' | 'destructive' = 'default',
) {
  return waitFor(() => expect(toasts.current()).toMatchObject({ title, description, variant }));
}
