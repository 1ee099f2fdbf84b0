import { useState } from 'react';
import { Link } from 'wouter';
import type { Dashboard } from '@contracts/dashboard.ts';
import { Section } from '@/components/section.tsx';
import { appConfig } from '@/config/env.ts';
import { useBusiness } from '@/lib/business.ts';
import { toast } from '@/lib/toast.ts';
import { useHasBooking, useHasSecondFactor } from '../api/setup-state.ts';
import { keepSetup, keptSetup, setupLines } from '../setup-list.ts';

/** Whether the list is hidden on this device, and the way to hide it and to show it again. */
export function useSetupList() {
  const [kept, setKept] = useState(keptSetup);
  const setHidden = (isHidden: boolean) => {
    keepSetup({ isHidden });
    setKept({ ...kept, isHidden });
  };
  const hide = () => {
    setHidden(true);
    toast({
      title: 'List hidden',
      description: 'It stays hidden on this device.',
      action: { label: 'Undo', onSelect: () => setHidden(false) },
    });
  };
  return { ...kept, hide };
}

type GetReadyProps = { day: Dashboard; opened: readonly string[]; onHide: () => void };

/** What a new owner sets up, until all of it is done. */
export function GetReady({ day, opened, onHide }: GetReadyProps) {
  const { facts } = useBusiness();
  const hasBooking = useHasBooking(day);
  const hasSecondFactor = useHasSecondFactor();
  const { payments } = appConfig;
  const lines = setupLines({ facts, payments, hasSecondFactor, hasBooking, opened });
  if (lines.every(({ isDone }) => isDone)) return null;
  return (
    <Section heading="Get ready">
      <ul className="mt-3 border-t border-hairline">
        {lines.map(({ words, to, isDone }) => (
          <li key={to} className="border-b border-hairline">
            <Link to={to} className="row-link flex min-h-12 items-center gap-3 px-1 py-2">
              <Tick isDone={isDone} />
              <span className={isDone ? 'flex-1 text-ink-soft' : 'flex-1'}>{words}</span>
              {isDone ? <span className="sr-only">Done</span> : <span aria-hidden="true">→</span>}
            </Link>
          </li>
        ))}
      </ul>
      <button type="button" className="mt-1 text-link" onClick={onHide}>
        Hide this list
      </button>
    </Section>
  );
}

const Tick = ({ isDone }: { isDone: boolean }) => (
  <svg viewBox="0 0 24 24" className="size-6 flex-none" aria-hidden="true" fill="none">
    <circle
      cx="12"
      cy="12"
      r="9.5"
      stroke="currentColor"
      strokeWidth="1.5"
      fill={isDone ? 'currentColor' : 'none'}
      className={isDone ? 'text-success' : 'text-ink-soft'}
    />
    {isDone && <path d="M7.500 12.500l3 3l6-6.500" stroke="#fff" strokeWidth="2" />}
  </svg>
);
