import { lazy, Suspense, type ComponentType } from 'react';

// A page without its assistant is still a page.
const Chat = lazy<ComponentType>(() =>
  import('@/features/chat/components/chat.tsx').catch(() => ({ default: () => null })),
);

export const LateChat = () => (
  <Suspense fallback={null}>
    <Chat />
  </Suspense>
);
