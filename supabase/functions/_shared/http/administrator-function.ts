import type { z } from 'zod';
import type { FunctionDeps, FunctionHandler, VerifiedUser } from './deps.ts';
import { postOnly, readBody } from './http.ts';
import { requireAdministrator } from './require-administrator.ts';

/** A JSON function for administrators. Nobody else's body is read, so its refusals reveal nothing about the function. */
export const administratorFunction = <Body>(
  deps: Pick<FunctionDeps, 'log' | 'rest' | 'verifyUser'>,
  shape: z.core.$ZodType<Body>,
  run: (body: Body, administrator: VerifiedUser, request: Request) => Promise<Response>,
  bodyLimit?: number,
): FunctionHandler =>
  postOnly(deps.log, async (request) => {
    const administrator = await requireAdministrator(deps, request);
    return await run(await readBody(request, shape, bodyLimit), administrator, request);
  });
