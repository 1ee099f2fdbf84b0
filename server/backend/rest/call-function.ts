import type { SqlAnswer } from '../../../supabase/functions/_shared/http/deps.ts';
import type { Database } from '../database/database.ts';
import { askAsRequest } from '../database/request-transaction.ts';
import { identify } from '../identity.ts';
import type { Keys } from '../keys.ts';
import { catalogueOf } from './catalogue.ts';
import { restErrorFrom } from './database-errors.ts';
import { invalidToken, RestError } from './errors.ts';
import { callIn, statementOf } from './plan-call.ts';
import { readHeaders } from './request-headers.ts';
import { rendered } from './sql.ts';

type Called = { name: string; args: object; headers: Record<string, string> };

/** Calls SQL functions as the data interface does, for a caller within this process: no request is made and parsed. */
export function functionCaller(database: Database, keys: Keys) {
  const catalogue = catalogueOf(database);
  return async (
    { name, args, headers }: Called,
    requestId: string | undefined,
  ): Promise<SqlAnswer> => {
    const known = await identify(new Request('http://localhost', { headers }), keys);
    if (!known.ok) return { data: null, error: invalidToken(known.message).body };
    const { identity } = known;
    const read = Object.entries(headers).filter(([one]) => readHeaders.includes(one));
    try {
      const { routine, call } = callIn(await catalogue(), name, {
        keys: Object.keys(args),
        text: JSON.stringify(args),
      });
      const statement = rendered(statementOf(routine, call));
      const data = await askAsRequest(
        database,
        {
          requestId,
          identity,
          headers: Object.fromEntries(read),
          method: 'POST',
          path: `/rpc/${name}`,
          writes: routine.isVolatile,
        },
        {
          statement: database.sharesSessions ? { ...statement, name: '' } : statement,
          finish: ([row]): unknown => JSON.parse((row as { body: string | null }).body ?? 'null'),
          mayRefuse: false,
        },
      );
      return { data, error: null };
    } catch (error) {
      const failure = restErrorFrom(error, identity.role);
      if (failure instanceof RestError) return { data: null, error: failure.body };
      throw error;
    }
  };
}
