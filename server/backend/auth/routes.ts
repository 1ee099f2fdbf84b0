import { Hono } from 'hono';
import type { Auth, SendSms } from './auth-context.ts';
import { challengeFactor } from './challenge-factor.ts';
import { enrollFactor } from './enroll-factor.ts';
import { answerFailure, AuthFailure } from './errors.ts';
import { getUser } from './get-user.ts';
import { idTokenReader, type OidcSettings } from './id-tokens.ts';
import { type AuthLimits, defaultLimits } from './limits.ts';
import { logOut } from './log-out.ts';
import { refuseWhatIsNotEnabled } from './not-enabled.ts';
import { reauthenticate } from './reauthenticate.ts';
import { recover } from './recover.ts';
import { resend } from './resend.ts';
import { sendCode } from './send-code.ts';
import { signUp } from './sign-up.ts';
import { token } from './token.ts';
import { unenrollFactor } from './unenroll-factor.ts';
import { updateUser } from './update-user.ts';
import { verifyFactor } from './verify-factor.ts';
import { verifyLink } from './verify-link.ts';
import { verifyToken } from './verify-token.ts';

export type AuthOptions = Pick<Auth, 'database' | 'keys' | 'publicUrl' | 'clientAddress'> & {
  now?: () => Date;
  limits?: Partial<AuthLimits>;
  sendSms?: SendSms;
  oidc?: OidcSettings;
  /** Called when an email or a text message may have been queued. */
  onQueued?: () => void;
  /** Receives errors that are ours, not the client's. */
  log?: (error: unknown) => void;
};

const sending = ['/signup', '/otp', '/recover', '/resend', '/reauthenticate', '/user'] as const;

const afterTheAnswerMs = 50;

/** The auth service, mounted at /auth/v1. */
export function authRoutes(options: AuthOptions): Hono {
  const auth: Auth = {
    database: options.database,
    keys: options.keys,
    publicUrl: options.publicUrl,
    clientAddress: options.clientAddress,
    now: options.now ?? (() => new Date()),
    limits: { ...defaultLimits, ...options.limits },
    sendSms: options.sendSms ?? null,
    oidc: options.oidc ? openOidc(options.oidc, options.now) : null,
  };
  const log = options.log ?? console.error;

  const routes = new Hono();
  routes.onError((error, c) => answerFailure(c, error, log));
  routes.use(async (c, next) => {
    await next();
    c.header('Cache-Control', 'no-store');
  });
  // Wakes the sender, so that nobody waits for its next round. The answer goes first: sending happens for known
  // addresses only, and its time would show.
  const { onQueued } = options;
  for (const path of sending) {
    routes.use(path, async (_, next) => {
      await next();
      if (onQueued) setTimeout(onQueued, afterTheAnswerMs).unref();
    });
  }
  routes.post('/signup', signUp(auth));
  routes.post('/token', token(auth));
  routes.get('/verify', verifyLink(auth));
  routes.post('/verify', verifyToken(auth));
  routes.post('/otp', sendCode(auth));
  routes.post('/recover', recover(auth));
  routes.post('/resend', resend(auth));
  routes.get('/reauthenticate', reauthenticate(auth));
  routes.get('/user', getUser(auth));
  routes.put('/user', updateUser(auth));
  routes.post('/logout', logOut(auth));
  routes.post('/factors', enrollFactor(auth));
  routes.post('/factors/:factorId/challenge', challengeFactor(auth));
  routes.post('/factors/:factorId/verify', verifyFactor(auth));
  routes.delete('/factors/:factorId', unenrollFactor(auth));
  refuseWhatIsNotEnabled(routes);
  routes.all('*', () => {
    throw new AuthFailure(404, 'not_found', 'Not found');
  });
  return routes;
}

const openOidc = (settings: OidcSettings, now = () => new Date()) => ({
  provider: settings.provider,
  read: idTokenReader(settings, now),
});
