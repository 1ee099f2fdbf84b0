import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useLocation } from '@/lib/location.tsx';
import { validateContact, type Contact, type ContactInput } from '@domain/contact/account.ts';
import { authFailureText, codeFailureText } from '@/lib/auth-failure.ts';
import { sendBookingCode } from '@/lib/booking-code.ts';
import { formRules } from '@/lib/form-rules.ts';
import { toast, toastFailure } from '@/lib/toast.ts';
import { confirmBookingCode, confirmSignInCode, sendSignInCode } from './api/sign-in-code.ts';
import { bookingToMove, type LoginState } from './arrival.ts';
import { greet } from './greet.ts';
import { forgetStep, keepStep, keptStep } from './kept-step.ts';
import { loginUrl } from '@/config/login-url.ts';

/** Where a code went: of a booking's address, a guest sees only a part. */
export type SentTo = Contact | { bookingId: string; maskedEmail: string };

/** Signing in without a password: a code is sent, and comes back. */
export function useCodeSignIn(startContact: string) {
  const state = useLocation().state as LoginState;
  const bookingId = bookingToMove(state);
  const mayCreateAccount = bookingId !== null;
  const [sentTo, setSentTo] = useState<SentTo | null>(() =>
    bookingId && state?.codeSentTo
      ? { bookingId, maskedEmail: state.codeSentTo }
      : keptSentTo(bookingId),
  );
  const form = useForm<ContactInput, unknown, { contact: Contact }>({
    defaultValues: { contact: startContact },
    resolver: formRules(validateContact),
  });

  const fail = (title: string, description: string) => {
    toastFailure(title, description);
    return description;
  };

  const send = async (to: SentTo): Promise<string | null> => {
    try {
      if ('bookingId' in to) await sendBookingCode(to.bookingId, loginUrl(state?.from));
      else await sendSignInCode(to, { from: state?.from, mayCreateAccount });
      setSentTo(to);
      keepStep({ kind: 'code', sentTo: to });
      return null;
    } catch (error) {
      return authFailureText(error);
    }
  };

  return {
    form,
    /** Whether the code is for the address of a booking that is to be moved. */
    isForMove: mayCreateAccount,
    sentTo,
    submit: form.handleSubmit(
      async ({ contact }) => {
        const problem = await send(contact);
        if (!problem) return;
        fail('Sign in Failed', problem);
        form.setError('contact', { type: 'server', message: problem });
      },
      () => {
        if (form.getValues('contact').trim() === '') fail('Sign in Failed', nowhereToSend);
      },
    ),
    resend: () => (sentTo ? send(sentTo) : Promise.resolve(null)),
    startAgain: () => {
      forgetStep();
      setSentTo(null);
    },
    confirm: async (code: string): Promise<string | null> => {
      if (!sentTo) return null;
      try {
        if ('bookingId' in sentTo) await confirmBookingCode(sentTo.bookingId, code);
        else await confirmSignInCode(sentTo, code);
      } catch (error) {
        return fail('Verification Failed', codeFailureText(error));
      }
      forgetStep();
      if ('phone' in sentTo) toast(phoneVerified);
      else await greet();
      return null;
    },
  };
}

/** Where a code went before the page was reloaded; that of another booking doesn't count. */
export function keptSentTo(bookingId: string | null): SentTo | null {
  const step = keptStep();
  if (step?.kind !== 'code') return null;
  const { sentTo } = step;
  return 'bookingId' in sentTo && sentTo.bookingId !== bookingId ? null : sentTo;
}

const nowhereToSend = 'You must provide either an email or phone number.';
const phoneVerified = {
  title: 'Verification Successful!',
  description: 'Your phone number has been verified.',
};
