import { hostedDeps } from '../_shared/http/hosted-deps.ts';
import { previewTemplateHandler } from './handler.ts';

export default { fetch: previewTemplateHandler(hostedDeps()) };
