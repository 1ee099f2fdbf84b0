import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Hono } from 'hono';
import type { FunctionDeps, Log } from '../supabase/functions/_shared/http/deps.ts';
import { answerCommand } from './admin/ask-for-command.ts';
import type { Jobs, Place } from './admin/commands.ts';
import { createApp } from './app.ts';
import { authRoutes } from './backend/auth/routes.ts';
import { asksWhetherAnswers } from './backend/database/answers.ts';
import { openDatabase, placeOf, type Database } from './backend/database/database.ts';
import { accountOf } from './backend/identity.ts';
import { functionCaller } from './backend/rest/call-function.ts';
import { restRoutes } from './backend/rest/rest-routes.ts';
import { openFileStore } from './backend/storage/open-store.ts';
import { storageRoutes } from './backend/storage/routes.ts';
import { noteSchedule } from './backup/backup-state.ts';
import { heldNotices, holdOutbox } from './backup/held-outbox.ts';
import { removeLeftovers, removeLeftoversIn } from './backup/leftovers.ts';
import { openBackups } from './backup/open-backups.ts';
import { answerSnapshot, forgetSnapshots } from './backup/snapshots.ts';
import { clientAddress, warnOfProxies } from './client-address.ts';
import type { Config } from './config.ts';
import { openControl } from './control.ts';
import { openDataDir, whyUnusable } from './data-dir.ts';
import { checkDisk, stuckDisk } from './disk-room.ts';
import { functionRoutes } from './functions.ts';
import { openLive } from './live/live-routes.ts';
import { healthRoutes } from './health.ts';
import { logAccess } from './log-access.ts';
import { openMetrics, type Metrics } from './metrics/metrics.ts';
import { logOutages } from './log-outages.ts';
import { logRequests } from './log-requests.ts';
import { mailNotices, reasonToClose, unsentIn } from './mail/mail-place.ts';
import type { AskHost } from './mailbox/administrators-only.ts';
import { openMailbox } from './mailbox/mailbox-routes.ts';
import { testPaymentsOnly } from './mailbox/this-machine-only.ts';
import { loadPrerender, type Prerender } from './pages/prerender.ts';
import { openPayments, paymentNotices } from './payments.ts';
import { databaseNotices, needSameDatabase, noteDatabase } from './former-database.ts';
import {
  canSend,
  hasWorld,
  needSameWorld,
  noteWorld,
  worldNotices,
  worldOf,
} from './outside-world.ts';
import { prepareDatabase, schedulingNotices, welcomeOwner } from './prepare-database.ts';
import { logWithId } from './request-id.ts';
import { limitAreas } from './rate-limits/limit-areas.ts';
import { limitAtOnce } from './rate-limits/limit-at-once.ts';
import { limitRates } from './rate-limits/limit-rates.ts';
import { openKeys } from './open-keys.ts';
import { ownStorage } from './own-storage.ts';
import { serviceRest } from './service-rest.ts';
import { queueCode } from './sms/queue-code.ts';
import { canSendTexts, openTexts } from './sms/sms-place.ts';
import { openSite, pageConfigOf } from './static.ts';
import { verifyUserWith } from './verify-user.ts';
import { workersOf } from './workers.ts';

const emptyAddressNotice = 'DATABASE_URL is empty: the embedded database in DATA_DIR is used';

export type Host = {
  app: Hono;
  database: Database;
  /** The background jobs, also while none is started. */
  jobs: Jobs;
  backups: Config['backups'];
  /** Where email stays without a mail server, else null. */
  mailFolder: string | null;
  /** What to say of the disk of the data folder now. */
  stuckDisk: Place['stuckDisk'];
  dataDir: string;
  /** What this server is connected to. */
  connections: NonNullable<Place['connections']>;
  /** What the owner should read at the start. */
  notices: string[];
  /** Null unless `METRICS_PORT` opens them. */
  metrics: Metrics | null;
  /** Once the server listens: makes the first administrator, and tells a generated password. */
  welcomeOwner: (print: (line: string) => void) => Promise<void>;
  /** Starts the jobs, and stores what this server does and connects. */
  startBackground: () => Promise<void>;
  /** From now on `/readyz` answers 503, so that proxies send requests elsewhere. */
  leave: () => void;
  /** Ends the answers that would go on for ever, so that the server can finish the others. */
  hangUp: () => void;
  /** Stops the workers after their round, then the database. */
  close: () => Promise<void>;
};

type HostOptions = {
  now?: () => Date;
  siteFolder?: string;
  /** Where the public pages were built to be rendered; null leaves all to the browser. */
  prerenderFile?: string | null;
  /** One that is open already; else what the configuration names is opened. */
  database?: Database;
};

/** Builds the whole host over its database; nothing listens yet, and nothing runs by itself yet. */
export async function buildHost(
  settings: Config,
  log: Log,
  options: HostOptions = {},
): Promise<Host> {
  let config: Config & { isConnected?: boolean } = settings;
  await needSameDatabase(config);
  const folder = await openDataDir(config.dataDir);
  void folder.closing.then((failures) => {
    if (failures > 0) log.warn({ failures }, 'Other users may still read files in DATA_DIR');
  });
  const onLoss = (error: Error) => log.error({ err: error }, 'The embedded database restarts');
  // The pages load while the embedded database starts in its thread.
  const [database, prerender] = await Promise.all([
    options.database ?? openDatabase({ ...placeOf(config), onLoss }),
    prerenderOf(options),
  ]);
  try {
    const prepared = await prepareDatabase(database, config);
    await needSameWorld(database, config);
    await (database.kind === 'pglite' ? removeLeftoversIn : removeLeftovers)(config.dataDir);
    await holdOutbox(database, { dataDir: config.dataDir, sends: canSend(config) });
    config = { ...config, isConnected: await hasWorld(database, config) };
    const held = await heldNotices(database);
    const changed = [
      ...(await databaseNotices(database, config)),
      ...(await worldNotices(database, config)),
      ...(await schedulingNotices(database, config)),
    ];
    const isHealthy = asksWhetherAnswers(database, config.dataDir);
    const outages = logOutages(log, database.pool, {
      isHealthy,
      checkDisk: (to) => checkDisk(config.dataDir, to),
    });
    const host = await assemble(config, outages, { database, prerender, isHealthy }, options);
    const control = await controlOf(config, host);
    return {
      ...host,
      notices: [
        ...folder.notices,
        ...(config.isDatabaseUrlEmpty ? [emptyAddressNotice] : []),
        ...prepared,
        ...changed,
        ...held,
        ...mailNotices(config),
        ...paymentNotices(config),
      ],
      close: async () => {
        await control?.close();
        await host.close();
        await database.close();
        await folder.closing;
      },
    };
  } catch (error) {
    await database.close();
    throw database.kind === 'pglite' ? await whyUnusable(config.dataDir, error) : error;
  }
}

/** With PostgreSQL, other programs ask the database themselves. */
async function controlOf({ dataDir }: Config, host: Place) {
  const { snapshot } = host.database;
  if (!snapshot) return null;
  await forgetSnapshots(dataDir);
  return openControl(dataDir, {
    snapshot: answerSnapshot(dataDir, { snapshot }),
    command: answerCommand(host),
  });
}

// From dist/server/main.js, where this ends up, as from here in the tests.
const built = (path: string) =>
  fileURLToPath(new URL(`${import.meta.env.PROD ? '..' : '../dist'}/${path}`, import.meta.url));

async function prerenderOf({ siteFolder, ...options }: HostOptions): Promise<Prerender | null> {
  const { prerenderFile = siteFolder ? null : built('prerender/prerender.js') } = options;
  return prerenderFile === null ? null : await loadPrerender(prerenderFile);
}

/** On a site that nobody else should reach, strangers behind a forgotten proxy cannot pay with a test card. */
const sandboxRoutes = (config: Config, routes: Hono) =>
  reasonToClose(config) === null ? new Hono().use(testPaymentsOnly).route('/', routes) : routes;

type Parts = {
  database: Database;
  prerender: Prerender | null;
  isHealthy: () => Promise<boolean>;
};

async function assemble(config: Config, log: Log, parts: Parts, options: HostOptions) {
  const { database, prerender, isHealthy } = parts;
  const { publicUrl, dataDir } = config;
  const now = options.now ?? (() => new Date());
  const { siteFolder = built('client') } = options;
  const logAs = (message: string) => (error: unknown, requestId?: string) =>
    log.error({ err: error, requestId }, message);
  const keys = await openKeys(database);
  const shared = { database, keys, now, clientAddress, log };

  // The payments, the pages and the functions call the app they are a part of.
  const toApp: AskHost = async (request, env) => await app.fetch(request, env);
  const metrics =
    config.metrics &&
    openMetrics(database, clientAddress, {
      answers: isHealthy,
      isDiskStuck: async () => (await stuckDisk(dataDir)) !== null,
    });
  const payments = await openPayments({
    config,
    database,
    deliverWebhook: toApp,
    onDeliveryError: logAs('A webhook could not be delivered'),
  });
  const onUnexpectedError = logAs('A data request failed');
  const rest = restRoutes({ database, keys, onUnexpectedError });
  const callFunction = functionCaller(database, keys);
  let isStopping = false;
  const storage = { ...shared, files: await openFileStore(config, log) };
  const photos = storageRoutes(storage);
  const deps: FunctionDeps = {
    rest: serviceRest({ rest, callFunction, keys }),
    storage: ownStorage({ photos, keys }),
    payments: payments.provider,
    texts: await openTexts(config, database),
    verifyUser: verifyUserWith(keys, database),
    travel: config.travel,
    schedulingToken: config.schedulingToken,
    wakeWorkers: () => workers.wake(),
    webhookApplied: (seconds) => metrics?.webhookApplied(seconds),
    now,
    publicUrl,
    clientAddress,
    mayAskArea: limitAreas(shared),
    log,
  };
  const backups = await openBackups({ config, database, now, log });
  const keptFolder = join(dataDir, 'site');
  const siteFiles = {
    from: join(siteFolder, 'assets'),
    kept: join(keptFolder, 'assets'),
    list: join(keptFolder, 'replaced.json'),
  };
  const workers = workersOf({ config, deps, payments, storage, keys, backups, siteFiles });
  const { jobs } = workers;
  const live = await openLive(shared);
  const pages = openSite({
    folder: siteFolder,
    keptFolder,
    publicUrl,
    prerender,
    ask: (input, init) => toApp(new Request(input, init)),
    log,
    pageConfig: pageConfigOf(config, keys),
    map: config.map,
  });
  live.hear(pages.refresh);

  const app = createApp(
    {
      health: healthRoutes({
        isHealthy,
        isStopping: () => isStopping,
      }),
      rest,
      auth: authRoutes({
        ...shared,
        publicUrl,
        ...(canSendTexts(config) && { sendSms: queueCode(publicUrl, now) }),
        ...(config.oidc && { oidc: config.oidc }),
        onQueued: deps.wakeWorkers,
        log: logAs('An account request failed'),
      }),
      storage: photos,
      functions: functionRoutes(deps, (requestId) => ({
        ...deps,
        rest: serviceRest({ rest, callFunction, keys, requestId }),
        storage: ownStorage({ photos, keys, requestId }),
        verifyUser: verifyUserWith(keys, database, requestId),
        log: logWithId(log, requestId),
      })),
      live: live.routes,
      paymentsSandbox: payments.sandbox && sandboxRoutes(config, payments.sandbox.browserRoutes),
      mailbox: openMailbox(config, { ...shared, ask: toApp, service: deps.texts }),
      site: pages.routes,
    },
    {
      ...config,
      paymentFields: payments.sandbox === null,
      watchers: [
        warnOfProxies(config.trustedProxies, log),
        ...(metrics ? [metrics.watch] : []),
        ...(config.accessLog ? [logAccess(shared)] : []),
        logRequests({
          ...shared,
          accountOf: (request) => accountOf(request, keys, now()),
        }),
      ],
      limits: [limitAtOnce(clientAddress), limitRates(shared)],
      onError: logAs('A request failed'),
    },
  );
  pages.start();
  return {
    app,
    database,
    metrics,
    welcomeOwner: (print: (line: string) => void) => welcomeOwner(database, print),
    jobs,
    startBackground: async () => {
      await noteSchedule(database, config.backups !== null, now());
      await noteWorld(database, config);
      await noteDatabase(database, config);
      if (!isStopping) workers.start();
    },
    backups: config.backups,
    mailFolder: unsentIn(config),
    stuckDisk: () => stuckDisk(dataDir),
    dataDir,
    connections: worldOf(config),
    leave: () => (isStopping = true),
    hangUp: live.hangUp,
    close: async () => {
      await workers.stop();
      await pages.close();
      await payments.sandbox?.idle();
      await live.close();
    },
  };
}
