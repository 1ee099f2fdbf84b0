import { useQuery } from '@tanstack/react-query';
import { Button } from '@/components/ui/button.tsx';
import { Notice, Problem } from '@/components/ui/notice.tsx';
import { Spinner } from '@/components/ui/spinner.tsx';
import type { SecondFactorStatus } from '../api/second-factor.ts';
import { secondFactorQuery } from '../api/second-factor.ts';
import { useSecondFactorSetup } from '../use-second-factor-setup.ts';
import { AccountSection } from './account-section.tsx';
import { EnrolFactor } from './enrol-factor.tsx';
import { FactorIsOn } from './factor-is-on.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { RequiredFactor } from './required-factor.tsx';

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
