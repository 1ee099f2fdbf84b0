import type { FunctionDeps, FunctionHandler } from '../_shared/deps.ts';
import { CodedError } from '../_shared/errors.ts';
import { postOnly } from '../_shared/http.ts';

export const cancelBookingHandler = (deps: FunctionDeps): FunctionHandler =>
  postOnly(deps.log, () => Promise.reject(new CodedError('internal_error')));
