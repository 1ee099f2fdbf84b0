import { useState } from 'react';
import { Section } from '@/components/section.tsx';
import { Button } from '@/components/ui/button.tsx';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { Problem } from '@/components/ui/notice.tsx';
import { toast } from '@/lib/toast.ts';
import { setSecondFactorRequired, type SecondFactorStatus } from '../api/second-factor.ts';
import { useAccountChange, useReloadAccount } from '../use-account-change.ts';

/** The rule for everybody who runs the site, for those who run it. */
export function RequiredFactor({ status }: { status: SecondFactorStatus }) {
  const reload = useReloadAccount();
  const [isAsking, setIsAsking] = useState(false);
  const { isRequired, hasFactor } = status;

  const change = useAccountChange({
    mutationFn: () => setSecondFactorRequired(!isRequired),
    onSuccess: () => toast({ title: 'Saved', description: isRequired ? noLonger : fromNowOn }),
    onSettled: () => {
      setIsAsking(false);
      return reload();
    },
  });

  return (
    <Section
      heading="For all administrators"
      level={3}
      headingClassName="font-semibold"
      className="border-t border-hairline pt-6"
    >
      <p className="mt-2 text-ink-soft">
        {isRequired
          ? 'Every administrator needs a second factor to open the admin pages.'
          : 'Administrators don’t need a second factor.'}
        {!hasFactor && ' To change this, set up your own first.'}
      </p>
      <Problem className="mt-4">{change.problem}</Problem>
      {hasFactor && (
        <Button
          variant="secondary"
          className="mt-4 max-sm:w-full"
          onClick={() => setIsAsking(true)}
        >
          {isRequired ? 'Stop requiring it' : 'Require It'}
        </Button>
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={isRequired ? 'Stop requiring it?' : 'Require a second factor?'}
        description={
          isRequired
            ? 'An administrator’s password alone will then open the admin pages.'
            : 'Administrators without one cannot open the admin pages until they set it up.'
        }
        confirmLabel={isRequired ? 'Stop requiring it' : 'Require it'}
        cancelLabel="Keep this setting"
        busy={change.isPending}
        onConfirm={() => change.mutate()}
      />
    </Section>
  );
}

const fromNowOn = 'Every administrator needs a second factor from now on.';
const noLonger = 'Administrators don’t need a second factor.';
