import type { PoolClient } from 'pg';
import type { Database } from '../database/database.ts';
import type { Keys } from '../keys.ts';
import type { ReadIdToken } from './id-tokens.ts';
import type { AuthLimits } from './limits.ts';

/** The dependencies of every operation of the auth service. */
export type Auth = {
  database: Database;
  keys: Keys;
  /** The app's own origin: issuer of tokens, base of links, and the only place to redirect to. */
  publicUrl: string;
  now: () => Date;
  clientAddress: (request: Request) => string;
  limits: AuthLimits;
  /** Passes a code to the text-message sender, in the transaction of the code. */
  sendSms: SendSms | null;
  /** The provider whose tokens are accepted, if any. */
  oidc: { provider: string; read: ReadIdToken } | null;
};

export type SendSms = (
  client: PoolClient,
  message: { phone: string; code: string },
) => Promise<void>;
