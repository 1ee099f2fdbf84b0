import { fileURLToPath } from 'node:url';
import type { Hono } from 'hono';
import type { FunctionDeps, Log } from '../supabase/functions/_shared/http/deps.ts';
import { business } from '../domain/business.ts';
import { createApp } from './app.ts';
import { authRoutes } from './backend/auth/routes.ts';
import { AuthFailure } from './backend/auth/errors.ts';
import { ensureFirstAdministrator } from './backend/auth/first-administrator.ts';
import { DataDirInUseError } from './backend/database/data-dir-lock.ts';
import { answers } from './backend/database/answers.ts';
import { openDatabase, type Database } from './backend/database/database.ts';
import { fillWithDemo } from './backend/database/demo.ts';
import { migrate } from './backend/database/migrate.ts';
import { RefusedDatabaseError } from './backend/database/refused-database.ts';
import { identify } from './backend/identity.ts';
import { keysFrom, type Keys } from './backend/keys.ts';
import { restRoutes } from './backend/rest/rest-routes.ts';
import type { FileStore } from './backend/storage/file-store.ts';
import { BucketRefusedError, openFileStore } from './backend/storage/open-store.ts';
import { storageRoutes } from './backend/storage/routes.ts';
import type { Storage } from './backend/storage/storage-context.ts';
import { openLive, type Live } from './live/live-routes.ts';
import { logRequests } from './log-requests.ts';
import { openControl } from './backup/control.ts';
import { startWorkers, type Workers } from './workers.ts';
import { clientAddress } from './client-address.ts';
import { ConfigurationError, type Config } from './config.ts';
import { openDataDir, type OpenedFolder } from './data-dir.ts';
import { functionRoutes } from './functions.ts';
import { mailboxReaders, mailFolder, mailNotices } from './mail/mail-place.ts';
import { administratorsOnly, type AskHost } from './mailbox/administrators-only.ts';
import { thisMachineOnly } from './mailbox/this-machine-only.ts';
import { storedTexts } from './mailbox/stored-texts.ts';
import { mailboxRoutes } from './mailbox/mailbox-routes.ts';
import { openPayments, type Payments } from './payments.ts';
import { keptSecret, secretsSchema } from './secrets.ts';
import { serviceRest } from './service-rest.ts';
import { limitAtOnce } from './rate-limits/limit-at-once.ts';
import { limitRates } from './rate-limits/limit-rates.ts';
import { queueCode } from './sms/queue-code.ts';
import { canSendTexts } from './sms/sms-place.ts';
import { loadPrerender } from './pages/prerender.ts';
import type { Pages } from './pages/page-routes.ts';
import { openSite } from './static.ts';
import { verifyUserWith } from './verify-user.ts';

export type Host = {
  app: Hono;
  database: Database;
  /** What the owner should read at the start. */
  notices: string[];
  startBackground: () => void;
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
  /** Where the first administrator's password is printed, which is kept nowhere. */
  print?: (line: string) => void;
};

/** Builds the whole host over its database; nothing listens yet, and nothing runs by itself yet. */
export async function buildHost(
  config: Config,
  log: Log,
  options: HostOptions = {},
): Promise<Host> {
  const folder = await openDataDir(config.dataDir);
  void folder.closing.then((failures) => {
    if (failures > 0) log.warn({ failures }, 'Other users may still read files in DATA_DIR');
  });
  const database = options.database ?? (await open(config, log));
  try {
    return await assemble(config, log, {
      database,
      folder,
      now: options.now ?? (() => new Date()),
      siteFolder: options.siteFolder ?? builtSite,
      prerenderFile: options.prerenderFile ?? (options.siteFolder ? null : builtPages),
      print: options.print ?? console.log,
    });
  } catch (error) {
    await database.close();
    throw error;
  }
}

// From dist/server/main.js, where this ends up, as from here in the tests.
const built = (path: string) =>
  fileURLToPath(new URL(`${import.meta.env.PROD ? '..' : '../dist'}/${path}`, import.meta.url));
const builtSite = built('client');
const builtPages = built('prerender/prerender.js');

// Twice what PostgreSQL is given for a request: on one thread a statement also waits for nobody else.
const statementLimitMs = 30_000;

async function open(config: Config, log: Log): Promise<Database> {
  const onLoss = (error: Error) => log.error({ err: error }, 'The embedded database starts anew');
  const place = config.databaseUrl
    ? { connectionString: config.databaseUrl }
    : { dataDir: config.dataDir, onLoss };
  try {
    return await openDatabase(place);
  } catch (error) {
    if (error instanceof DataDirInUseError)
      throw new ConfigurationError(`DATA_DIR: ${error.message}`);
    throw error;
  }
}

async function bringUpToDate(database: Database) {
  try {
    await migrate(database);
  } catch (error) {
    if (error instanceof RefusedDatabaseError) throw new ConfigurationError(error.message);
    throw error;
  }
}

async function openFiles(config: Config, log: Log): Promise<FileStore> {
  try {
    return await openFileStore(config, log);
  } catch (error) {
    if (error instanceof BucketRefusedError)
      throw new ConfigurationError(`${error.setting}: ${error.message}`);
    throw error;
  }
}

async function assemble(
  config: Config,
  log: Log,
  options: Required<HostOptions> & { folder: OpenedFolder },
): Promise<Host> {
  const { database, folder, now, siteFolder, prerenderFile, print } = options;
  await bringUpToDate(database);
  await secretsSchema(database);
  await database.pool.query('select public.set_info_email($1)', [business.infoEmail]);
  if (config.demo) await fillWithDemo(database);
  database.limitStatements?.(statementLimitMs);
  const keys = await keysFrom(await keptSecret(database, 'token_secret'));
  await firstAdministrator(config, database, print);

  // The payments and the functions call the app they are a part of.
  let app: Hono | null = null;
  const toApp = async (request: Request, env?: unknown) => {
    if (!app) throw new Error('The host is not built yet');
    return await app.fetch(request, env);
  };
  const payments = await openPayments({
    config,
    database,
    deliverWebhook: toApp,
    onDeliveryError: (error) => log.error({ err: error }, 'A webhook could not be delivered'),
  });
  let workers: Workers | null = null;
  const deps: FunctionDeps = {
    rest: serviceRest({ fetch: toApp, serviceKey: keys.serviceKey }),
    stripe: payments.stripe,
    stripeWebhookSecret: payments.webhookSecret,
    now,
    publicUrl: config.publicUrl,
    clientAddress,
    verifyUser: verifyUserWith(keys, database),
    wakeWorkers: () => workers?.wake(),
    log,
  };
  const storage: Storage = {
    database,
    keys,
    files: await openFiles(config, log),
    now,
    clientAddress,
    log,
  };
  const control = database.snapshot
    ? await openControl(config.dataDir, { snapshot: database.snapshot })
    : null;
  const live = await openLive({ database, keys, clientAddress, now });
  const pages = openSite({
    folder: siteFolder,
    publicUrl: config.publicUrl,
    prerender: prerenderFile === null ? null : await loadPrerender(prerenderFile),
    ask: (input, init) => toApp(new Request(input, init)),
    log,
    pageConfig: {
      anonKey: keys.anonKey,
      payments: payments.sandbox ? 'sandbox' : 'stripe',
      stripePublishableKey: config.stripe?.publishableKey ?? '',
      schedulingPages: config.schedulingPages,
      mailbox: mailboxReaders(config) !== null,
      live: true,
    },
  });
  live.hear(pages.refresh);
  app = mount({ config, database, keys, payments, deps, storage, live, pages, toApp });
  pages.start();
  return {
    app,
    database,
    notices: [...folder.notices, ...mailNotices(config)],
    startBackground: () => {
      workers ??= startWorkers({ config, deps, payments, storage });
    },
    hangUp: live.hangUp,
    close: async () => {
      await workers?.stop();
      await pages.close();
      await payments.sandbox?.idle();
      await live.close();
      await control?.close();
      await database.close();
      await folder.closing;
    },
  };
}

async function firstAdministrator(
  config: Config,
  database: Database,
  print: Required<HostOptions>['print'],
) {
  const email = business.infoEmail;
  const made = ensureFirstAdministrator({
    database,
    email,
    ...(config.adminPassword !== null && { password: config.adminPassword }),
    tellPassword: (password) => {
      print(
        `The first administrator is ${email} with the password ${password} (shown only this once)`,
      );
    },
  });
  await made.catch((error: unknown) => {
    if (!(error instanceof AuthFailure)) throw error;
    throw new ConfigurationError(`ADMIN_PASSWORD cannot be used. ${error.message}`);
  });
}

type Parts = {
  config: Config;
  database: Database;
  keys: Keys;
  payments: Payments;
  deps: FunctionDeps;
  storage: Storage;
  live: Live;
  pages: Pages;
  toApp: AskHost;
};

function mount(parts: Parts): Hono {
  const { config, database, keys, payments, deps, storage, live, pages, toApp } = parts;
  const { publicUrl, schedulingPages, trustedProxies } = config;
  const readers = mailboxReaders(config);
  return createApp(
    {
      rest: restRoutes({
        database,
        keys,
        onUnexpectedError: (error) => deps.log.error({ err: error }, 'A data request failed'),
      }),
      auth: authRoutes({
        database,
        keys,
        publicUrl,
        clientAddress,
        now: deps.now,
        ...(canSendTexts(config) && { sendSms: queueCode(publicUrl, deps.now) }),
        ...(config.oidc && { oidc: config.oidc }),
        onQueued: deps.wakeWorkers,
        log: (error) => deps.log.error({ err: error }, 'An account request failed'),
      }),
      storage: storageRoutes(storage),
      functions: functionRoutes(deps),
      live: live.routes,
      paymentsSandbox: payments.sandbox?.browserRoutes ?? null,
      mailbox:
        readers &&
        mailboxRoutes({
          folder: mailFolder(config),
          texts: storedTexts(database),
          guard:
            readers === 'this machine'
              ? thisMachineOnly
              : administratorsOnly({ ask: toApp, publicUrl }),
        }),
      site: pages.routes,
    },
    {
      trustedProxies,
      publicUrl,
      schedulingPages,
      stripe: payments.sandbox === null,
      logRequests: logRequests({
        log: deps.log,
        now: deps.now,
        clientAddress,
        accountOf: async (request) => {
          const known = await identify(request, keys, deps.now());
          return known.ok ? (known.identity.claims.sub ?? null) : null;
        },
      }),
      limits: [limitAtOnce(clientAddress), limitRates({ database, now: deps.now, clientAddress })],
      isHealthy: () => answers(database, config.dataDir),
      onError: (error) => deps.log.error({ err: error }, 'A request failed'),
    },
  );
}
