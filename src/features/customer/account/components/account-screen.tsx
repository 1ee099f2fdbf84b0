import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { CodeForm } from '@/components/code-form.tsx';
import { ConfirmItIsYou } from '@/components/confirm-it-is-you.tsx';
import { NotLoaded } from '@/components/not-loaded.tsx';
import { Button } from '@/components/ui/button.tsx';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { TextField } from '@/components/ui/field.tsx';
import { Problem } from '@/components/ui/notice.tsx';
import { Page } from '@/components/ui/page.tsx';
import { paths } from '@/config/paths.ts';
import { fieldOf } from '@/lib/field-of.ts';
import { formRules } from '@/lib/form-rules.ts';
import { navigate } from '@/lib/location.tsx';
import { saveData } from '@/lib/save-file.ts';
import { toast } from '@/lib/toast.ts';
import { useHashTarget } from '@/lib/use-hash-target.ts';
import { checkPhone } from '@domain/contact/field-checks.ts';
import { gather } from '@domain/contact/form-checks.ts';
import { signOutEverywhere } from '../api/change-account.ts';
import { accountQuery, type Account, getMyData } from '../api/get-account.ts';
import { secondFactorQuery } from '../api/second-factor.ts';
import { useAccountChange } from '../use-account-change.ts';
import { useDeletion } from '../use-deletion.ts';
import { usePhoneChange } from '../use-phone-change.ts';
import { AccountSection } from './account-section.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { EmailSection } from './email-section.tsx';
import { NameSection } from './name-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { SaveRow } from './save-row.tsx';
import { SecondFactorSection } from './second-factor-section.tsx';

/** The signed-in user's data and sign-in methods. */
export function AccountScreen() {
  const account = useQuery(accountQuery);
  return (
    <Page heading="Your account" lead="Your details, how you sign in, and your data.">
      {account.data && <AccountSections account={account.data} />}
      {!account.data && (
        <NotLoaded
          query={account}
          loading="Loading your account"
          failed="Could not load your account."
          className="max-w-2xl"
        />
      )}
      <ConfirmItIsYou />
    </Page>
  );
}

function AccountSections({ account }: { account: Account }) {
  useHashTarget();
  return (
    <>
      <NameSection account={account} />
      <EmailSection account={account} />
      <PhoneSection account={account} />
      <PasswordSection account={account} />
      <SecondFactorSection />
      <DevicesSection />
      <MyDataSection />
      <DeleteSection account={account} />
    </>
  );
}

function DeleteSection({ account }: { account: Account }) {
  const status = useQuery(secondFactorQuery);
  const hasFactor = status.data?.hasFactor ?? false;
  const deletion = useDeletion({ email: account.email, hasFactor });
  return (
    <AccountSection
      id="delete"
      heading="Delete your account"
      description="This is permanent. We keep past visits without your name, address and phone. Your reviews stay under “A customer”."
    >
      <Button variant="danger" className="max-sm:w-full" onClick={() => deletion.ask(true)}>
        Delete My Account
      </Button>
      <DeleteDialog deletion={deletion} hasFactor={hasFactor} />
    </AccountSection>
  );
}

function MyDataSection() {
  const download = useAccountChange({
    mutationFn: getMyData,
    onSuccess: (data) => {
      saveData('my-data', data);
      toast({ title: 'Downloaded', description: 'Your data is in your downloads.' });
    },
  });

  return (
    <AccountSection
      id="my-data"
      heading="Your data"
      description="All your data in one file: account, bookings, payments, reviews, inquiries and the emails we sent."
    >
      <Problem className="mb-5">{download.problem}</Problem>
      <Button
        variant="secondary"
        className="max-sm:w-full"
        busy={download.isPending}
        onClick={() => download.mutate()}
      >
        Download My Data
      </Button>
    </AccountSection>
  );
}

function DevicesSection() {
  const [isAsking, setIsAsking] = useState(false);
  const leave = useAccountChange({
    mutationFn: signOutEverywhere,
    onSuccess: () => {
      toast({ title: 'Signed Out', description: 'You are signed out on every device.' });
      navigate(paths.home);
    },
    onSettled: () => setIsAsking(false),
  });

  return (
    <AccountSection
      id="devices"
      heading="Devices"
      description="Lost a phone or used a shared computer? Sign out on every device at once."
    >
      <Problem className="mb-5">{leave.problem}</Problem>
      <Button variant="secondary" className="max-sm:w-full" onClick={() => setIsAsking(true)}>
        Sign Out Everywhere
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title="Sign out everywhere?"
        description="You will have to sign in again on every device, on this one as well."
        confirmLabel="Sign out everywhere"
        cancelLabel="Stay signed in"
        busy={leave.isPending}
        onConfirm={() => leave.mutate()}
      />
    </AccountSection>
  );
}

function PhoneSection({ account }: { account: Account }) {
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

type PhoneInput = { phone: string };

const validate = ({ phone }: PhoneInput) => gather({ phone: checkPhone(phone) });

type PhoneFormProps = {
  /** The number that was given at sign-up. */
  start: string;
  change: ReturnType<typeof usePhoneChange>;
};

function PhoneForm({ start, change }: PhoneFormProps) {
  const form = useForm<PhoneInput, unknown, PhoneInput>({
    defaultValues: { phone: start },
    resolver: formRules(validate),
  });
  const save = form.handleSubmit(({ phone }) => change.mutate(phone));
  return (
    <form noValidate onSubmit={(event) => void save(event)} className="grid gap-6">
      <TextField
        label="Phone Number"
        required
        hint={
          start ? 'You entered this number when you signed up. It is not verified yet.' : undefined
        }
        type="tel"
        autoComplete="tel"
        {...fieldOf(form)('phone')}
      />
      <SaveRow label="Text Me a Code" change={change} />
    </form>
  );
}
