import { useForm } from 'react-hook-form';
import { type NewPassword, validateNewPassword } from '@domain/contact/account.ts';
import { Button } from '@/components/ui/button.tsx';
import { ButtonLink } from '@/components/ui/button-link.tsx';
import { Notice, Problem } from '@/components/ui/notice.tsx';
import { Page } from '@/components/ui/page.tsx';
import { PasswordField } from '@/components/ui/password-field.tsx';
import { paths } from '@/config/paths.ts';
import { fieldOf } from '@/lib/field-of.ts';
import { formRules } from '@/lib/form-rules.ts';
import { accountName, type Session } from '@/lib/session.ts';
import { linkWords } from '../mailed-link.ts';
import type { useMailedLink } from '../use-mailed-link.ts';

type Mailed = ReturnType<typeof useMailedLink>;
type MailedLinkStepProps = { mailed: Mailed; session: Session };

/** Follows a mailed link: only a press acts, and only a second one changes who is signed in. */
export function MailedLinkStep({ mailed, session }: MailedLinkStepProps) {
  const { step } = mailed;
  const current = session.status === 'signed-in' ? accountName(session.user) : null;
  if (step.at === 'none') return null;
  if (step.at === 'told') {
    return (
      <Page width="narrow" title="Email Link" heading="Your email link">
        <Notice tone={step.outcome.tone}>{step.outcome.sentence}</Notice>
        {current && <p className="mt-6 text-ink-soft">You’re still signed in as {current}.</p>}
        <ButtonLink to={paths.account} className="mt-6 max-sm:w-full">
          Go to my account
        </ButtonLink>
      </Page>
    );
  }
  if (step.at === 'asking') return <WhichAccount mailed={mailed} step={step} current={current} />;
  const { heading, lead, button } = linkWords[step.link.type];
  const isBusy = step.at === 'entering' || step.isBusy;
  return (
    <Page width="narrow" title="Email Link" heading={heading} lead={lead}>
      {current && <p className="mb-6 text-ink-soft">You’re signed in as {current}.</p>}
      {step.at === 'ready' && step.problem && (
        <Notice tone="danger" role="alert" className="mb-6">
          {step.problem}
        </Notice>
      )}
      {step.at === 'ready' && step.needsPassword ? (
        <PasswordToConfirm
          button={button}
          isBusy={isBusy}
          onPassword={(password) => void mailed.follow(step.link, password)}
        />
      ) : (
        <Button
          busy={isBusy}
          className="max-sm:w-full sm:min-w-40"
          onClick={() => void mailed.follow(step.link)}
        >
          {button}
        </Button>
      )}
    </Page>
  );
}

type PasswordToConfirmProps = {
  button: string;
  isBusy: boolean;
  onPassword: (password: string) => void;
};

function PasswordToConfirm({ button, isBusy, onPassword }: PasswordToConfirmProps) {
  const form = useForm<NewPassword, unknown, NewPassword>({
    defaultValues: { password: '' },
    resolver: formRules(validateNewPassword),
  });
  return (
    <form
      noValidate
      className="grid gap-6"
      onSubmit={(event) => void form.handleSubmit(({ password }) => onPassword(password))(event)}
    >
      <PasswordField
        label="Password"
        required
        hint="Enter the password that you chose when you signed up, or choose a new one."
        autoComplete="new-password"
        {...fieldOf(form)('password')}
      />
      <Button type="submit" busy={isBusy} className="justify-self-start max-sm:w-full sm:min-w-40">
        {button}
      </Button>
    </form>
  );
}

type WhichAccountProps = {
  mailed: Mailed;
  step: Extract<Mailed['step'], { at: 'asking' }>;
  current: string | null;
};

function WhichAccount({ mailed, step, current }: WhichAccountProps) {
  const { link, opened, isBusy, problem } = step;
  return (
    <Page
      width="narrow"
      title="Email Link"
      heading={current ? 'Switch accounts?' : 'One more step.'}
      lead={
        current
          ? `You’re signed in as ${current}. The link in your email belongs to ${opened.user.email}.`
          : `The link in your email belongs to ${opened.user.email}.`
      }
    >
      <Problem className="mb-6">{problem}</Problem>
      <div className="flex flex-wrap gap-3">
        <Button
          busy={isBusy}
          className="max-sm:w-full"
          onClick={() => void mailed.switchTo(link, opened)}
        >
          Sign in as {opened.user.email}
        </Button>
        {current && (
          <Button variant="secondary" className="max-sm:w-full" onClick={mailed.stay}>
            Stay signed in as {current}
          </Button>
        )}
      </div>
    </Page>
  );
}
