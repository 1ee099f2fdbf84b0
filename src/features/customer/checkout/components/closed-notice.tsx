import { useEffect, useRef, type ReactNode } from 'react';
import { Notice } from '@/components/ui/notice.tsx';

type ClosedNoticeProps = { tone?: 'info' | 'danger'; title: string; children: ReactNode };

/** Why the card form is closed. It takes the focus, which would be lost with the form. */
export function ClosedNotice(props: ClosedNoticeProps) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <div ref={ref} tabIndex={-1} className="scroll-mt-8 focus-quiet">
      <Notice role="alert" {...props} />
    </div>
  );
}
