import { Suspense, useDeferredValue } from 'react';
import { latePart } from '@/lib/late.ts';
import { Decoration } from './error-boundary.tsx';

const Chat = latePart(() => import('@/features/customer/chat/components/chat.tsx'));

/**
 * Fetched once the page stands: nothing that can be chosen there waits for it. Deferred, because React holds back what
 * follows a placeholder, and with it the rest of the page.
 */
export function LateChat() {
  const isWanted = useDeferredValue(true, false);
  return (
    <Decoration>
      <Suspense fallback={null}>{isWanted && <Chat />}</Suspense>
    </Decoration>
  );
}
