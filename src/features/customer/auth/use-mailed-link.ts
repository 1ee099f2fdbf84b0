import { useEffect, useState } from 'react';
import { isAuthRetryableFetchError, isAuthApiError } from '@supabase/auth-js';
import { type Location, useLocation, navigate } from '@/lib/location.tsx';
import { paths } from '@/config/paths.ts';
import { authFailureText } from '@/lib/auth-failure.ts';
import { logFailure } from '@/lib/log-failure.ts';
import { isOldLink } from '@/lib/old-link.ts';
import { lacksSecondFactor } from '@/lib/second-factor.ts';
import { currentSession, type Session } from '@/lib/session.ts';
import { toast } from '@/lib/toast.ts';
import { keepSignIn } from '@/lib/watch-session.ts';
import {
  isOfSignUp,
  leaveMailedLink,
  openMailedLink,
  type OpenedLink,
} from './api/open-mailed-link.ts';
import { type LoginState, ownPath } from './arrival.ts';
import {
  doneTitles,
  hasMailedLink,
  type LinkOutcome,
  type MailedLink,
  mailedLinkIn,
  outcomes,
} from './mailed-link.ts';

type Step =
  | { at: 'none' }
  | {
      at: 'ready';
      link: MailedLink;
      /** A sign-up of another browser is confirmed with a password. */
      needsPassword: boolean;
      isBusy: boolean;
      problem: string | null;
    }
  /** Done, and another account is signed in here: which of the two is it to be? */
  | { at: 'asking'; link: MailedLink; opened: OpenedLink; isBusy: boolean; problem: string | null }
  | { at: 'entering'; link: MailedLink; opened: OpenedLink }
  | { at: 'told'; outcome: LinkOutcome };

/**
 * The link of an account mail: its secret is taken out of the address, and used once the button on the page
 * is pressed. Without a question it signs in only where no other account is signed in.
 */
export function useMailedLink(session: Session) {
  const location = useLocation();
  const { search } = location;
  const state = location.state as LoginState;
  const [step, setStep] = useState<Step>(() => firstStep(location));

  useEffect(() => {
    const query = new URLSearchParams(search);
    if (!hasMailedLink(query)) return;
    const next = ownPath(query.get('next'));
    navigate(paths.login, { replace: true, state: { ...state, ...(next && { from: next }) } });
  }, [search, state]);

  // Shown above the form, so that a customer who signs in next goes on.
  const [notice, setNotice] = useState<LinkOutcome | null>(null);
  if (step.at === 'told' && session.status === 'guest') {
    setNotice(step.outcome);
    setStep({ at: 'none' });
  }
  // The app knows of the sign-in a moment after it was kept.
  if (step.at === 'entering' && hasEntered(session, step)) setStep({ at: 'none' });

  const enter = async (link: MailedLink, opened: OpenedLink) => {
    try {
      await keepSignIn(opened.tokens, { isRecovery: link.type === 'recovery' });
    } catch (error) {
      const problem = authFailureText(error);
      setStep({ at: 'asking', link, opened, isBusy: false, problem });
      return;
    }
    setStep({ at: 'entering', link, opened });
    if (link.type === 'recovery' || (await lacksSecondFactor())) return;
    toast({
      title: doneTitles[link.type],
      description: `You’re signed in as ${opened.user.email}.`,
      ...(link.type === 'signup' &&
        opened.hasPhoneToVerify && {
          duration: 10_000,
          action: {
            label: 'Verify your phone',
            onSelect: () => navigate(`${paths.account}#phone`),
          },
        }),
    });
  };

  const follow = async (link: MailedLink, password: string | null = null) => {
    const needsPassword = password !== null;
    setStep({ at: 'ready', link, needsPassword, isBusy: true, problem: null });
    try {
      const answer = await openMailedLink(link, password);
      if (answer.leadsTo === 'session') {
        const { opened } = answer;
        if (!isOfAnother(opened)) await enter(link, opened);
        else setStep({ at: 'asking', link, opened, isBusy: false, problem: null });
      } else if (answer.leadsTo === 'code') {
        const from = typeof state?.from === 'string' ? state.from : null;
        const target = new URL(ownPath(from) ?? paths.login, window.location.origin);
        target.searchParams.set('code', answer.code);
        navigate(target.pathname + target.search, { replace: true });
        setStep({ at: 'none' });
      } else if (answer.leadsTo === 'password') {
        setStep({ at: 'ready', link, needsPassword: true, isBusy: false, problem: null });
      } else setStep({ at: 'told', outcome: outcomes.firstOfTwo });
    } catch (error) {
      if (isAuthRetryableFetchError(error) || isOfPassword(error)) {
        const problem = authFailureText(error);
        setStep({ at: 'ready', link, needsPassword, isBusy: false, problem });
      } else setStep({ at: 'told', outcome: outcomeOf(error) });
    }
  };

  return {
    step,
    notice,
    follow,
    switchTo: async (link: MailedLink, opened: OpenedLink) => {
      setStep({ at: 'asking', link, opened, isBusy: true, problem: null });
      await enter(link, opened);
    },
    stay: () => {
      setStep({ at: 'none' });
      leaveMailedLink().catch((error: unknown) =>
        logFailure('The unwanted session of a link could not be ended', error),
      );
    },
  };
}

function firstStep({ search, hash, state }: Location): Step {
  const query = new URLSearchParams(search);
  if (hasMailedLink(query)) {
    const link = mailedLinkIn(query);
    if (!link) return { at: 'told', outcome: outcomes.unknown };
    const needsPassword = link.type === 'signup' && !isOfSignUp();
    return { at: 'ready', link, needsPassword, isBusy: false, problem: null };
  }
  const isOld = isOldLink(hash) || (state as LoginState)?.isOldLink;
  return isOld ? { at: 'told', outcome: outcomes.old } : { at: 'none' };
}

function isOfAnother({ user }: OpenedLink): boolean {
  const session = currentSession();
  return session.status === 'signed-in' && session.user.id !== user.id;
}

function hasEntered(session: Session, { link, opened }: Extract<Step, { at: 'entering' }>) {
  return (
    session.status === 'signed-in' &&
    session.user.id === opened.user.id &&
    (link.type !== 'recovery' || session.isRecovering)
  );
}

const isOfPassword = (error: unknown) => isAuthApiError(error) && error.code === 'weak_password';

const outcomeOf = (error: unknown): LinkOutcome =>
  isAuthApiError(error) && error.code === 'otp_expired'
    ? outcomes.used
    : { tone: 'danger', sentence: authFailureText(error) };
