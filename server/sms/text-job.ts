import type { Log } from '../../supabase/functions/_shared/http/deps.ts';
import type { Database } from '../backend/database/database.ts';
import type { Job } from '../background.ts';
import type { Config } from '../config.ts';
import { deliverTexts } from './deliver-texts.ts';
import { twilioSender } from './twilio-sender.ts';

type Deps = { database: Pick<Database, 'pool'>; now: () => Date; log: Log };

/** Sends the queued text messages if a service is configured; otherwise they stay in the outbox. */
export function textJob({ sms }: Pick<Config, 'sms'>, deps: Deps): Job {
  const sender = sms && twilioSender(sms);
  return {
    everyMs: 2_000,
    run: () => (sender ? deliverTexts({ ...deps, sender }) : Promise.resolve(0)),
  };
}
