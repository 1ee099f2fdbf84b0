import { hostedDeps, hostedSecret } from '../_shared/http/hosted-deps.ts';
import { hostedTransport } from '../_shared/mail/hosted-transport.ts';
import { runJobsHandler } from './handler.ts';

export default {
  fetch: runJobsHandler({
    ...hostedDeps(),
    transport: hostedTransport(),
    jobsSecret: hostedSecret('JOBS_SECRET'),
  }),
};
