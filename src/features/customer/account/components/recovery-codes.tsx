import { useEffect, useRef } from 'react';
import { CopyButton } from '@/components/copy-button.tsx';
import { Button } from '@/components/ui/button.tsx';
import { useBusiness } from '@/lib/business.ts';
import { saveFile } from '@/lib/save-file.ts';
import './recovery-codes.css';

type RecoveryCodesProps = { codes: readonly string[]; onDone: () => void };

/** The codes for a lost phone. They are shown this once, so there are several ways to keep them. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { facts } = useBusiness();
  const text = codes.join('\n');

  return (
    <section
      aria-labelledby="recovery-codes"
      className="recovery-codes border-t-4 border-citrine bg-ivory p-6 sm:p-8"
    >
      <h3 ref={heading} id="recovery-codes" tabIndex={-1} className="font-semibold focus-quiet">
        The second factor is on. These are your recovery codes.
      </h3>
      <p className="mt-2 text-ink-soft">
        Each code works once if you lose your phone. Store them in a safe place: we can’t show them
        again.
      </p>
      <ol className="my-6 grid grid-cols-2 gap-x-6 gap-y-3 font-mono font-semibold tabular-nums">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2 print:hidden">
        <CopyButton text={text} label="the recovery codes" />
        <button
          type="button"
          className={quietButton}
          onClick={() => saveFile('recovery-codes.txt', 'text/plain', fileWith(text, facts.name))}
        >
          Download
        </button>
        <button type="button" className={quietButton} onClick={() => window.print()}>
          Print
        </button>
        <Button className="max-sm:w-full" onClick={onDone}>
          I have saved them
        </Button>
      </div>
    </section>
  );
}

const quietButton = 'min-h-11 min-w-11 font-semibold underline underline-offset-4';

const fileWith = (codes: string, name: string) => `${name}: recovery codes\n\n${codes}\n`;
