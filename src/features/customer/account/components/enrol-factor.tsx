import { CodeForm } from '@/components/code-form.tsx';
import { Button } from '@/components/ui/button.tsx';
import { CopyButton } from '@/components/copy-button.tsx';
import type { Enrolment } from '../api/second-factor.ts';

type EnrolFactorProps = {
  enrolment: Enrolment;
  onCode: (code: string) => Promise<string | null>;
  onBack: () => void;
};

/** Shows the secret to the app, and takes the first code as proof that it arrived. */
export function EnrolFactor({ enrolment, onCode, onBack }: EnrolFactorProps) {
  return (
    <div className="grid gap-6 border border-hairline bg-ivory p-6 sm:p-8">
      <div className="grid items-start gap-6 sm:grid-cols-[auto_minmax(0,1fr)]">
        <img
          src={enrolment.qrCode}
          width={180}
          height={180}
          alt="QR code with the secret for your authenticator app"
          className="border border-hairline bg-white"
        />
        <div>
          <p className="font-semibold">1. Scan this with your app</p>
          <p className="mt-2 text-ink-soft">
            Any authenticator app works. On this phone, or without a camera, enter this secret
            instead:
          </p>
          <p className="mt-3 font-mono text-sm font-semibold break-all">{enrolment.secret}</p>
          <CopyButton text={enrolment.secret} label="the secret" />
        </div>
      </div>
      <div className="border-t border-hairline pt-6">
        <CodeForm
          label="2. Enter the code that the app shows"
          hint="Six digits, new every 30 seconds."
          submitLabel="Turn On"
          takesFocus={false}
          onCode={onCode}
        >
          <Button variant="ghost" className="max-sm:w-full sm:px-0" onClick={onBack}>
            Not now
          </Button>
        </CodeForm>
      </div>
    </div>
  );
}
