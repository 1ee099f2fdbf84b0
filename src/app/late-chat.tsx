import { lazy, Suspense, useEffect, useState, type ComponentType } from 'react';

// A page without its assistant is still a page.
const Chat = lazy<ComponentType>(() =>
  import('@/features/chat/components/chat.tsx').catch(() => ({ default: () => null })),
);

/** Fetched once the page stands: nothing that can be chosen there waits for it. */
export function LateChat() {
  const [isWanted, setIsWanted] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsWanted(true));
    return () => clearTimeout(timer);
  }, []);
  return <Suspense fallback={null}>{isWanted && <Chat />}</Suspense>;
}
