import { hostedDeps } from '../_shared/http/hosted-deps.ts';
import { changeVisitHandler } from './handler.ts';

export default { fetch: changeVisitHandler(hostedDeps()) };
