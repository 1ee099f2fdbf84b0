import { useEffect, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { emptyDetails, type DetailsInput } from '@domain/booking/details.ts';

// src/lib/watch-session.ts removes it at a logout.
const phoneTypingKey = 'phone-booking-typed';

/**
 * Keeps what was typed in this tab until the form is left, because a phone may close a page that is out of sight during
 * a call. Answers whether something was brought back, and how to begin anew.
 */
export function useKeptTyping<Output>(
  form: UseFormReturn<DetailsInput, unknown, Output>,
  isUsed: boolean,
) {
  const [kept] = useState(() => (isUsed ? read() : null));
  const [isBack, setIsBack] = useState(kept !== null);
  const { setValue, watch } = form;
  useEffect(() => {
    if (!isUsed) return;
    for (const [name, value] of Object.entries(kept ?? {}))
      setValue(name as keyof DetailsInput, value, { shouldDirty: true });
    const { unsubscribe } = watch((typed) => write(typed));
    return () => {
      unsubscribe();
      forget();
    };
  }, [isUsed, kept, setValue, watch]);
  return {
    isBack,
    empty: () => {
      form.reset();
      forget();
      setIsBack(false);
    },
  };
}

function read(): Partial<DetailsInput> | null {
  try {
    const typed: unknown = JSON.parse(sessionStorage.getItem(phoneTypingKey) ?? 'null');
    if (typeof typed !== 'object' || typed === null) return null;
    const texts = Object.entries(emptyDetails).flatMap(([name, empty]) => {
      const text: unknown = (typed as Record<string, unknown>)[name];
      return typeof text === 'string' && text !== empty ? [[name, text] as const] : [];
    });
    return texts.length > 0 ? Object.fromEntries<string>(texts) : null;
  } catch {
    return null;
  }
}

function write(typed: object): void {
  try {
    sessionStorage.setItem(phoneTypingKey, JSON.stringify(typed));
  } catch {
    // A browser that stores nothing keeps nothing.
  }
}

function forget(): void {
  try {
    sessionStorage.removeItem(phoneTypingKey);
  } catch {
    // Nothing was kept.
  }
}
