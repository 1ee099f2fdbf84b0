import { CodeForm } from '@/components/code-form.tsx';
import { Button } from '@/components/ui/button.tsx';
import type { Account } from '../api/get-account.ts';
import { usePhoneChange } from '../use-phone-change.ts';
import { AccountSection } from './account-section.tsx';
import { PhoneForm } from './phone-form.tsx';

export function PhoneSection({ account }: { account: Account }) {
  const change = usePhoneChange(account);
  return (
    <AccountSection
      id="phone"
      heading="Phone"
      description="We call this number only about a booking. Once it is verified you can also sign in with a code by text message."
    >
      <p className="font-semibold tabular-nums">
        {account.phone ? (
          <>
            {account.phone} <span className="font-normal text-success">Verified</span>
          </>
        ) : (
          <span className="font-normal text-ink-soft">No verified number yet.</span>
        )}
      </p>
      <div className="mt-6">
        {change.waiting ? (
          <CodeForm
            label="Code From the Text Message"
            hint={`We have texted six digits to ${change.waiting}.`}
            submitLabel="Verify"
            takesFocus={change.isFresh}
            onCode={change.confirm}
            onResend={change.resend}
          >
            <Button variant="ghost" className="max-sm:w-full sm:px-0" onClick={change.giveUp}>
              Use another number
            </Button>
          </CodeForm>
        ) : (
          <PhoneForm key={account.phone} start={account.wantedPhone ?? ''} change={change} />
        )}
      </div>
    </AccountSection>
  );
}
