import { act, cleanup } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, vi } from 'vitest';
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
    sessionStorage.clear();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  // Otherwise this file's client goes on following the sign-ins of the next one.
  afterAll(() => authClient().dispose());

  return {
    get answers() {
      return service.answers;
    },
    sent: (name) => service.sent(name),
  };
}
