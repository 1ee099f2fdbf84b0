import { ranJobs } from '../../contracts/jobs.ts';
import type { FunctionDeps, FunctionHandler } from '../_shared/http/deps.ts';
import { answer, postOnly } from '../_shared/http/http.ts';
import { requireSecret } from '../_shared/http/require-secret.ts';
import { jobsOf } from '../_shared/jobs/jobs.ts';
import { runRounds } from '../_shared/jobs/run-rounds.ts';
import { deliverMail } from '../_shared/mail/deliver-mail.ts';
import type { MailTransport } from '../_shared/mail/mail-message.ts';

export type JobsDeps = FunctionDeps & { transport: MailTransport; jobsSecret: string };

/** Less than the minute between two calls. A single email may take longer, and its lease still longer. */
const usualLimitMs = 50_000;

/** The background work of the hosted backend, where nothing runs between requests. */
export const runJobsHandler = (deps: JobsDeps, limitMs = usualLimitMs): FunctionHandler =>
  postOnly(deps.log, async (request) => {
    await requireSecret(request, deps.jobsSecret);
    const ran = await runRounds({
      sendMail: () => deliverMail(deps, { batch: 1 }),
      jobs: jobsOf(deps),
      limitMs,
      log: deps.log,
    });
    return answer(ranJobs, ran);
  });
