import { deliverMail } from '../supabase/functions/_shared/mail/deliver-mail.ts';
import type { FunctionDeps } from '../supabase/functions/_shared/http/deps.ts';
import { jobsOf } from '../supabase/functions/_shared/jobs/jobs.ts';
import { twilioSender } from '../supabase/functions/_shared/texts/twilio-sender.ts';
import type { JobName, Jobs } from './admin/commands.ts';
import { deleteExpiredSignIns } from './backend/auth/delete-expired-sign-ins.ts';
import { upkeepOf } from './backend/database/upkeep.ts';
import { diskWatch } from './disk-room.ts';
import type { Keys } from './backend/keys.ts';
import { sweepPhotos } from './backend/storage/sweep-photos.ts';
import type { Storage } from './backend/storage/storage-context.ts';
import { startBackground, type Background, type Job } from './background.ts';
import type { ScheduledBackups } from './backup/scheduled-backups.ts';
import type { Config } from './config.ts';
import { keepSiteFiles } from './keep-site-files.ts';
import { refreshMs } from './open-keys.ts';
import { folderTransport } from './mail/folder-transport.ts';
import { mailFolder } from './mail/mail-place.ts';
import { smtpTransport } from './mail/smtp-transport.ts';
import { createMailWorker } from './mail/worker.ts';
import type { Payments } from './payments.ts';
import { deliverCodes } from './sms/deliver-codes.ts';

export type Workers = {
  /** One round of each, which may overlap the timer's. */
  jobs: Jobs;
  start: () => void;
  /** An email, a text message or a refund was queued: run now. */
  wake: () => void;
  stop: () => Promise<void>;
};

type WorkersOptions = {
  config: Config;
  deps: FunctionDeps;
  payments: Payments;
  storage: Storage;
  keys: Required<Keys>;
  backups: ScheduledBackups | null;
  siteFiles: Parameters<typeof keepSiteFiles>[0];
};

/**
 * Background work: sends emails and refunds, checks open payments, and makes backups. Nothing runs by itself before
 * `start`.
 */
export function workersOf(options: WorkersOptions): Workers {
  const { config, deps, payments, storage, keys, backups, siteFiles } = options;
  const { smtpUrl, mailFrom: from } = config;
  const transport = smtpUrl
    ? smtpTransport({ url: smtpUrl, from })
    : folderTransport({ folder: mailFolder(config), from });
  // One at a time, so that a stopping server finishes the current email and starts no other.
  const mail = createMailWorker(() => deliverMail({ ...deps, transport }, { batch: 1 }));
  // Without a service the text messages stay in the outbox, to be read there.
  const sender = config.sms && twilioSender(config.sms);
  const upkeep = upkeepOf(storage);
  const jobs: Readonly<Record<JobName, Job>> = {
    mail: { everyMs: 5_000, run: mail.run },
    ...jobsOf(deps),
    webhooks: {
      everyMs: 5_000,
      run: () => payments.sandbox?.deliverPending() ?? Promise.resolve(0),
    },
    texts: {
      everyMs: 2_000,
      run: () => (sender ? deliverCodes({ ...storage, sender }) : Promise.resolve(0)),
    },
    photos: { everyMs: 60 * 60_000, run: () => sweepPhotos(storage) },
    signIns: { everyMs: 60 * 60_000, run: () => deleteExpiredSignIns(storage) },
    upkeep: { everyMs: 60_000, run: upkeep.run },
    disk: {
      everyMs: 60_000,
      run: diskWatch({ database: storage.database, dataDir: config.dataDir, log: deps.log }),
    },
    backups: { everyMs: 15_000, run: () => backups?.run() ?? Promise.resolve(0) },
    siteFiles: { everyMs: 24 * 60 * 60_000, run: () => keepSiteFiles(siteFiles, deps.now()) },
    keys: { everyMs: refreshMs, run: () => keys.refresh().then(() => 0) },
  };
  let background: Background<JobName> | null = null;
  return {
    jobs,
    start: () => (background ??= startBackground(jobs, deps.log)),
    wake: () => background?.wake('mail', 'refunds', 'texts', 'customerTexts', 'offers'),
    stop: async () => {
      upkeep.stop();
      backups?.stop();
      mail.stop();
      await background?.stop();
    },
  };
}
