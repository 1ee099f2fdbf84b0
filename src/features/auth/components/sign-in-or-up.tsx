import { useState } from 'react';
import { useLocation } from 'react-router';
import { Notice } from '@/components/ui/notice.tsx';
import { Page } from '@/components/ui/page.tsx';
import { pageTitles } from '@/config/page-heads.ts';
import { linkOutcome } from '@/lib/link-outcome.ts';
import { hashOnArrival, type LoginState } from '../arrival.ts';
import { useCredentialsForm } from '../use-credentials-form.ts';
import { almostThere, useSignUpNotice } from '../use-sign-up-notice.ts';
import { AccountReasons } from './account-reasons.tsx';
import { CodeSignIn } from './code-sign-in.tsx';
import { CredentialsForm } from './credentials-form.tsx';

const headlines = {
  signIn: {
    heading: 'Welcome back.',
    lead: 'Log in to see your bookings and to change your plans.',
  },
  signUp: {
    heading: 'Your own key.',
    lead: 'An email address and a password, and your bookings are always at hand.',
  },
  checkInbox: {
    heading: 'Check your inbox.',
    lead: 'The link in our email opens your account, on this device or any other.',
  },
};

export function SignInOrUp() {
  const { hash, state } = useLocation() as { hash: string; state: LoginState };
  // Kept as it was on arrival: the account client tidies the address.
  const [link] = useState(() => linkOutcome(hashOnArrival(hash, state)));
  const [byCode, setByCode] = useState(false);
  const hasSignedUp = useSignUpNotice();
  const credentials = useCredentialsForm();
  const { isSignUp } = credentials;
  return (
    <Page
      title={isSignUp ? 'Sign Up' : pageTitles.login}
      {...headlines[isSignUp ? 'signUp' : hasSignedUp ? 'checkInbox' : 'signIn']}
    >
      <div className="grid grid-cols-1 items-start gap-10 lg:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)] lg:gap-16">
        <div className="grid grid-cols-1 gap-6">
          {hasSignedUp && (
            <Notice tone="success" title={almostThere.title}>
              {almostThere.description}
            </Notice>
          )}
          {link && !hasSignedUp && <Notice tone={link.tone}>{link.sentence}</Notice>}
          {byCode ? (
            <CodeSignIn
              startContact={credentials.form.getValues('email')}
              onBack={() => setByCode(false)}
            />
          ) : (
            <CredentialsForm credentials={credentials} onCodeInstead={() => setByCode(true)} />
          )}
        </div>
        <AccountReasons />
      </div>
    </Page>
  );
}
