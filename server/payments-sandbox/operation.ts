import type { PoolClient } from 'pg';
import type { Cause } from './events.ts';
import type { FormObject } from './form-parameters.ts';
import type { Answer } from './stripe-failure.ts';

/** What one call to the API runs with: its transaction, its parameters and the time it came. */
export type Call = {
  client: PoolClient;
  /** The ids in the address, for example the payment intent's. */
  id: string;
  form: FormObject;
  now: Date;
  cause: Cause;
};

export type Operation = (call: Call) => Promise<Answer>;

export const ok = (body: unknown): Answer => ({ status: 200, body });
