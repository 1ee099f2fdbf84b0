import type * as z from 'zod/mini';
import type { Database } from '../database-types.ts';

type Functions = Database['public']['Functions'];

export type SqlFunction = keyof Functions;
export type ArgumentsOf<Name extends SqlFunction> = Functions[Name]['Args'];
/** A row of a table, as the catalogue types it. */
export type RowOf<Table extends keyof Database['public']['Tables']> =
  Database['public']['Tables'][Table]['Row'];

/** The catalogue's type of a function's answer: `Json` if only a contract has its shape. */
export type ReturnedBy<Name extends SqlFunction> = Functions[Name]['Returns'];

/** The JSON answer of a backend function, which callers parse and tests compare. */
export type Contract<Name extends string, Answer> = {
  readonly name: Name;
  readonly shape: z.ZodMiniType<Answer>;
};

export type AnswerOf<Some> = Some extends Contract<string, infer Answer> ? Answer : never;

/** The contract of an SQL function. */
export const sqlContract = <Name extends SqlFunction, Answer>(
  name: Name,
  shape: z.ZodMiniType<Answer>,
): Contract<Name, Answer> => ({ name, shape });

/** The contract of a server function. */
export const functionContract = <Name extends string, Answer>(
  name: Name,
  shape: z.ZodMiniType<Answer>,
): Contract<Name, Answer> => ({ name, shape });
