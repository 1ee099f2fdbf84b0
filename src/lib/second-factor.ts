import { authClient } from './auth-client.ts';

/** Whether whoever signed in has a second factor that this sign-in has not shown yet. */
export async function lacksSecondFactor(): Promise<boolean> {
  try {
    const { data } = await authClient().mfa.getAuthenticatorAssuranceLevel();
    return data?.nextLevel === 'aal2' && data.currentLevel !== 'aal2';
  } catch {
    // A token that cannot be read opens nothing, so there is nothing to step up to.
    return false;
  }
}
