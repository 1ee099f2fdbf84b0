import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useLocation, navigate } from '@/lib/location.tsx';
import {
  validateCredentials,
  type Credentials,
  type CredentialsInput,
} from '@domain/contact/account.ts';
import { checkEmail } from '@domain/contact/field-checks.ts';
import { paths } from '@/config/paths.ts';
import { formRules } from '@/lib/form-rules.ts';
import { toast, toastFailure } from '@/lib/toast.ts';
import { sendPasswordReset, signIn, signUp } from './api/password.ts';
import type { LoginState } from './arrival.ts';
import { greet } from './greet.ts';
import { keepStep } from './kept-step.ts';
import { authFailureText } from '@/lib/auth-failure.ts';

type Outcome = { tone: 'success' | 'danger'; title: string; description: string };

/** Signing in, signing up and asking for a new password: one form, since all begin with an address. */
export function useCredentialsForm() {
  const state = useLocation().state as LoginState;
  const [isSignUp, setIsSignUp] = useState(state?.isSignUp === true);
  const [isResetting, setIsResetting] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const form = useForm<CredentialsInput, unknown, Credentials>({
    defaultValues: { email: state?.email ?? '', password: '', phone: '' },
    resolver: formRules(validateCredentials),
  });

  const fail = (title: string, description: string) => {
    toastFailure(title, description);
    setOutcome({ tone: 'danger', title, description });
  };

  const logIn = async ({ email, password }: Credentials) => {
    try {
      await signIn(email, password);
      await greet();
    } catch (error) {
      const isUnconfirmed = error instanceof Error && error.message === 'Email not confirmed';
      if (isUnconfirmed) fail('Email Not Confirmed', confirmFirst);
      else fail('Sign in Failed', authFailureText(error));
    }
  };

  const register = async (credentials: Credentials) => {
    try {
      await signUp(credentials, state?.from);
    } catch (error) {
      fail('Sign up Failed', authFailureText(error));
      return;
    }
    keepStep({ kind: 'sign-up', email: credentials.email });
    setIsSignUp(false);
    form.reset({ email: credentials.email, password: '', phone: '' });
    navigate(`${paths.login}?signup_success=true`, {
      replace: true,
      state: { ...state, email: credentials.email, isSignUp: false },
    });
  };

  const resetPassword = async () => {
    setOutcome(null);
    const email = checkEmail(form.getValues('email'));
    if (!email.ok) {
      form.setError('email', { type: 'rule', message: email.sentence }, { shouldFocus: true });
      if (form.getValues('email').trim() === '') toastFailure('Email required', enterEmail);
      return;
    }
    setIsResetting(true);
    try {
      await sendPasswordReset(email.value, state?.from);
      const sent = { title: 'Password Reset Email Sent', description: resetSent };
      setOutcome({ tone: 'success', ...sent });
      toast(sent);
    } catch (error) {
      fail('Error', authFailureText(error));
    }
    setIsResetting(false);
  };

  return {
    form,
    isSignUp,
    isResetting,
    /** What the toast said, for those who missed it. */
    outcome,
    submit: form.handleSubmit(
      (credentials) => {
        setOutcome(null);
        return isSignUp ? register(credentials) : logIn(credentials);
      },
      () => {
        const { email, password } = form.getValues();
        if (email.trim() !== '' && password !== '') return;
        const title = isSignUp ? 'Sign up Failed' : 'Sign in Failed';
        toastFailure(title, bothNeeded);
      },
    ),
    resetPassword,
    toggle: () => {
      setIsSignUp(!isSignUp);
      setOutcome(null);
      // A refused password is not carried over. One typed before the app ran, which presses again, is kept.
      if (outcome !== null) form.setValue('password', '');
      form.clearErrors();
    },
  };
}

const bothNeeded = 'You must provide either an email or phone number and a password';
const confirmFirst = 'Please check your inbox for a confirmation link to activate your account.';
const enterEmail = 'Please enter your email address to reset your password.';
const resetSent = 'Please check your inbox for a link to reset your password.';
