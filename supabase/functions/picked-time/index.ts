import { hostedDeps } from '../_shared/http/hosted-deps.ts';
import { pickedTimeHandler } from './handler.ts';

export default { fetch: pickedTimeHandler(hostedDeps()) };
