import { useState } from 'react';
import { Button } from '@/components/ui/button.tsx';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import type { SecondFactorStatus } from '../api/second-factor.ts';
import type { useSecondFactorSetup } from '../use-second-factor-setup.ts';

type FactorIsOnProps = {
  status: SecondFactorStatus;
  setup: ReturnType<typeof useSecondFactorSetup>;
};

export function FactorIsOn({ status, setup }: FactorIsOnProps) {
  const [question, setQuestion] = useState<'codes' | 'remove' | null>(null);
  const close = () => setQuestion(null);
  const { recoveryCodesLeft } = status;
  const makeCodes = () => setup.makeCodes(close);

  return (
    <div>
      <p>
        <span className="font-semibold text-success">It is on.</span> {codesLeft(recoveryCodesLeft)}
      </p>
      {recoveryCodesLeft === 0 && (
        <Notice tone="danger" className="mt-5">
          Without recovery codes, you’re locked out if you lose your phone. Please create some now.
        </Notice>
      )}
      <div className="mt-5 flex flex-wrap gap-3">
        <Button
          variant="secondary"
          className="max-sm:w-full"
          busy={setup.isBusy && question === null}
          onClick={() => (recoveryCodesLeft > 0 ? setQuestion('codes') : makeCodes())}
        >
          Create new recovery codes
        </Button>
        <Button variant="ghost" className="max-sm:w-full" onClick={() => setQuestion('remove')}>
          Turn Off
        </Button>
      </div>
      <ConfirmDialog
        open={question === 'codes'}
        onOpenChange={close}
        title="Create new recovery codes?"
        description="Your current codes will stop working."
        confirmLabel="Create new codes"
        cancelLabel="Keep current codes"
        busy={setup.isBusy}
        onConfirm={makeCodes}
      />
      <ConfirmDialog
        open={question === 'remove'}
        onOpenChange={close}
        title="Turn the second factor off?"
        description={
          status.isAdministrator && status.isRequired
            ? 'Administrators need one. You can’t open the admin pages until you set up another.'
            : 'Your password alone will then open your account. Your recovery codes are deleted.'
        }
        confirmLabel="Turn off"
        cancelLabel="Keep it on"
        variant="danger"
        busy={setup.isBusy}
        onConfirm={() => setup.remove(close)}
      />
    </div>
  );
}

function codesLeft(count: number): string {
  if (count === 0) return 'There are no recovery codes left.';
  return `${count} recovery ${count === 1 ? 'code is' : 'codes are'} left.`;
}
