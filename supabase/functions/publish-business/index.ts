import { hostedDeps } from '../_shared/http/hosted-deps.ts';
import { publishBusinessHandler } from './handler.ts';

export default { fetch: publishBusinessHandler(hostedDeps()) };
