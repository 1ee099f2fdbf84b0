import type { Context } from 'hono';
import type { Auth } from './auth-context.ts';

/** GET /settings: the enabled ways to sign in. */
export const settings = (auth: Auth) => (c: Context) =>
  c.json({
    external: { anonymous_users: false, email: true, phone: auth.sendSms !== null },
    disable_signup: false,
    mailer_autoconfirm: false,
    phone_autoconfirm: false,
    sms_provider: auth.sendSms ? 'outbox' : '',
    saml_enabled: false,
  });

/** GET /health */
export const health = (c: Context) =>
  c.json({ name: 'auth', version: '1', description: 'Accounts and sessions of the app' });
