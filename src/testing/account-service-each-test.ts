import { act, cleanup } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { authClient } from '@/lib/auth-client.ts';
import { currentSession, setSession } from '@/lib/session.ts';
import { calls, startAccountService } from './account-service.ts';

type AccountService = ReturnType<typeof startAccountService>;

/** For the whole file: each test starts an account service of its own, and leaves nobody signed in. */
export function accountServiceEachTest(): AccountService {
  let service: AccountService;

  beforeEach(() => {
    service = startAccountService();
  });

  afterEach(async () => {
    service.answers[calls.logOut] = { body: {} };
    await act(() => authClient().signOut({ scope: 'local' }));
    if (currentSession().status !== 'guest') act(() => setSession({ status: 'guest' }));
    cleanup();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  return {
    get answers() {
      return service.answers;
    },
    sent: (name) => service.sent(name),
  };
}
