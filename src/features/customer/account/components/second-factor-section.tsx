import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CodeForm } from '@/components/code-form.tsx';
import { CopyButton } from '@/components/copy-button.tsx';
import { Section } from '@/components/section.tsx';
import { Button } from '@/components/ui/button.tsx';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { Notice, Problem } from '@/components/ui/notice.tsx';
import { Spinner } from '@/components/ui/spinner.tsx';
import { toast } from '@/lib/toast.ts';
import {
  type SecondFactorStatus,
  type Enrolment,
  setSecondFactorRequired,
} from '../api/second-factor.ts';
import { secondFactorQuery } from '../api/second-factor.ts';
import { useAccountChange, useReloadAccount } from '../use-account-change.ts';
import { useSecondFactorSetup } from '../use-second-factor-setup.ts';
import { AccountSection } from './account-section.tsx';
import { FactorIsOn } from './factor-is-on.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

export function SecondFactorSection() {
  const status = useQuery(secondFactorQuery);
  return (
    <AccountSection
      id="second-factor"
      heading="Second factor"
      description="After your password, you enter a code from an app on your phone. A stolen password alone can’t open your account."
    >
      {status.data && <SecondFactor status={status.data} />}
      {status.isPending && <Spinner />}
      {status.isError && !status.data && (
        <Notice tone="danger" title="Could not load your second factor.">
          <Button
            variant="secondary"
            className="mt-4"
            busy={status.isFetching}
            onClick={() => void status.refetch()}
          >
            Try again
          </Button>
        </Notice>
      )}
    </AccountSection>
  );
}

function SecondFactor({ status }: { status: SecondFactorStatus }) {
  const setup = useSecondFactorSetup();
  const { hasFactor, isAdministrator, isRequired } = status;
  return (
    <div className="grid gap-6">
      {isAdministrator && isRequired && !hasFactor && (
        <Notice title="Administrators need a second factor.">
          Until you set one up, you can’t open the admin pages.
        </Notice>
      )}
      <Problem>{setup.problem}</Problem>
      {setup.codes && <RecoveryCodes codes={setup.codes} onDone={setup.putAway} />}
      {setup.enrolment && (
        <EnrolFactor enrolment={setup.enrolment} onCode={setup.confirm} onBack={setup.giveUp} />
      )}
      {!hasFactor && !setup.enrolment && (
        <div>
          <p className="mb-5 text-ink-soft">It is off.</p>
          <Button
            variant="secondary"
            className="max-sm:w-full"
            busy={setup.isBusy}
            onClick={setup.begin}
          >
            Set Up a Second Factor
          </Button>
        </div>
      )}
      {hasFactor && !setup.codes && <FactorIsOn status={status} setup={setup} />}
      {isAdministrator && <RequiredFactor status={status} />}
    </div>
  );
}

type EnrolFactorProps = {
  enrolment: Enrolment;
  onCode: (code: string) => Promise<string | null>;
  onBack: () => void;
};

/** Shows the secret to the app, and takes the first code as proof that it arrived. */
function EnrolFactor({ enrolment, onCode, onBack }: EnrolFactorProps) {
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

/** The rule for everybody who runs the site, for those who run it. */
function RequiredFactor({ status }: { status: SecondFactorStatus }) {
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
