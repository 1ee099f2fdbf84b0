import { queryOptions } from '@tanstack/react-query';
import { secondFactorStatus } from '@contracts/account.ts';
import { authClient } from '@/lib/auth-client.ts';
import { renewSession } from '@/lib/renew-session.ts';
import { ownRpc } from '@/lib/rpc.ts';
import { accountKey } from './get-account.ts';

export type SecondFactorStatus = {
  /** Whether every administrator needs one. */
  isRequired: boolean;
  hasFactor: boolean;
  recoveryCodesLeft: number;
  isAdministrator: boolean;
};

export const secondFactorQuery = queryOptions({
  queryKey: [...accountKey, 'second-factor'],
  queryFn: getSecondFactor,
  staleTime: 0,
});

async function getSecondFactor(): Promise<SecondFactorStatus> {
  const status = await ownRpc(secondFactorStatus, {});
  return {
    isRequired: status.required,
    hasFactor: status.has_factor,
    recoveryCodesLeft: status.recovery_codes_left,
    isAdministrator: status.is_administrator,
  };
}

/** What an authenticator app needs to know. `qrCode` is an address for an image. */
export type Enrolment = { factorId: string; qrCode: string; secret: string };

/** Begins a second factor; it counts once a code of the app came back. */
export async function beginSecondFactor(issuer: string): Promise<Enrolment> {
  const { mfa } = authClient();
  const known = await mfa.listFactors();
  if (known.error) throw known.error;
  // One that was begun and never finished would stand in the way of the next.
  const unfinished = known.data.all.filter(({ status }) => status === 'unverified');
  for (const { id } of unfinished) await mfa.unenroll({ factorId: id });
  const { data, error } = await mfa.enroll({
    factorType: 'totp',
    friendlyName: 'Authenticator app',
    issuer,
  });
  if (error) throw error;
  return { factorId: data.id, qrCode: asImage(data.totp.qr_code), secret: data.totp.secret };
}

/** The drawing comes as it is, and a colour in it would end the address. */
function asImage(qrCode: string): string {
  const drawing = qrCode.replace(/^data:image\/svg\+xml;utf-8,/, '');
  return drawing.startsWith('<')
    ? `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawing)}`
    : qrCode;
}

export async function confirmSecondFactor(factorId: string, code: string): Promise<void> {
  const { error } = await authClient().mfa.challengeAndVerify({ factorId, code });
  if (error) throw error;
}

/** Takes every second factor away; the sign-in goes on without. */
export async function removeSecondFactor(): Promise<void> {
  const { mfa } = authClient();
  const known = await mfa.listFactors();
  if (known.error) throw known.error;
  for (const { id } of known.data.all) {
    const { error } = await mfa.unenroll({ factorId: id });
    if (error) throw error;
  }
  await renewSession();
}

/** Ten codes, told this once; older ones are void. */
export const createRecoveryCodes = () => ownRpc('create_recovery_codes', {});

export const setSecondFactorRequired = (required: boolean) =>
  ownRpc('set_second_factor_required', { required });
