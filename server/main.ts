import { setTimeout as wait } from 'node:timers/promises';
import { checkBeforeStart } from './check-before-start.ts';
import { ConfigurationError, readConfig, type Config } from './config.ts';
import { buildHost, type Host } from './host.ts';
import { hostLog } from './host-log.ts';
import { listen, type Listener } from './listen.ts';
import { misspeltNotices } from './misspelt-settings.ts';
import { serveMetrics } from './metrics/serve-metrics.ts';

const drainLimitMs = 10_000;

try {
  await run(readConfig(process.env));
} catch (error) {
  // An error that the owner can fix is one line; any other is ours and keeps its stack.
  if (error instanceof ConfigurationError) console.error(error.message);
  else hostLog('fatal').fatal({ err: error }, 'The server could not start');
  process.exit(1);
}

async function run(config: Config) {
  await checkBeforeStart(config);
  const log = hostLog(config.logLevel);
  const host = await buildHost(config, log);
  if (config.metrics && host.metrics) await serveMetrics(config.metrics, host.metrics);
  const listener = await listen({ config, fetch: host.app.fetch, log });
  // Whatever the level is, the owner reads these.
  const notices = hostLog('info');
  let isDraining = false as boolean;
  // With a certificate, SIGHUP reads it again (listen.ts).
  const ends = ['SIGTERM', 'SIGINT', ...(config.tls ? [] : (['SIGHUP'] as const))] as const;
  for (const signal of ends) {
    // A terminal and npm may both pass a signal on: the second must not interrupt the first shutdown.
    process.on(signal, () => {
      if (isDraining) return;
      notices.info(`${signal}: no new requests from now on, the open ones are finished`);
      void drain({ listener, host, started }, config.stopNoticeSeconds);
      isDraining = true;
    });
  }
  for (const notice of [...misspeltNotices(process.env), ...host.notices]) notices.warn(notice);
  const address = `${config.tls ? 'https' : 'http'}://${config.host}:${listener.port}`;
  notices.info(`Listening on ${address}, for visitors of ${config.publicUrl}`);
  // Called at once, so that a signal finds it.
  const started = (async () => {
    await host.startBackground();
    if (!isDraining) await host.welcomeOwner((line) => notices.info(line));
  })();
  await started;
}

type Running = { listener: Listener; host: Host; started: Promise<void> };

/**
 * Lets proxies notice for as long as they need, then accepts no new connection, answers open requests, finishes the
 * start and the workers' round, and exits.
 */
async function drain({ listener, host, started }: Running, noticeSeconds: number) {
  const noticeMs = noticeSeconds * 1000;
  const late = setTimeout(() => process.exit(1), noticeMs + drainLimitMs);
  late.unref();
  host.leave();
  await wait(noticeMs);
  host.hangUp();
  await listener.close();
  await started.catch(() => undefined);
  await host.close();
  process.exit(0);
}
