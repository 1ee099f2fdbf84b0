import type { PoolClient } from 'pg';
import type { Cause } from './events.ts';
import type { FormObject } from './form-parameters.ts';
import type { Answer } from './stripe-failure.ts';

/** The context of an API call: its transaction, parameters and time. */
export type Call = {
  client: PoolClient;
  /** The ids in the path, for example the payment intent's. */
  id: string;
  form: FormObject;
  now: Date;
  cause: Cause;
};

/** A call of the browser, whose body is JSON. */
export type BrowserCall = Omit<Call, 'form'>;

export type Operation = (call: Call) => Promise<Answer>;

export const ok = (body: unknown): Answer => ({ status: 200, body });
