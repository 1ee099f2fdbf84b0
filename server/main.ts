import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve, type ServerType } from '@hono/node-server';
import { connectionLimits } from './connection-limits.ts';
import { watchConnections } from './connections.ts';
import { ConfigurationError, readConfig, type Config } from './config.ts';
import { buildHost, type Host } from './host.ts';
import { hostLog } from './host-log.ts';

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
  const host = await buildHost(config, hostLog(config.logLevel));
  const server = serve({
    fetch: host.app.fetch,
    port: config.port,
    hostname: config.host,
    serverOptions: connectionLimits,
  });
  const connections = watchConnections(server as Server);
  await listening(server, config);
  host.startBackground();
  for (const notice of host.notices) console.log(notice);
  const { port } = server.address() as AddressInfo;
  console.log(`Listening on http://${config.host}:${port}, for visitors of ${config.publicUrl}`);
  let isDraining = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    // A terminal and npm may both pass a signal on: the second must not interrupt the first shutdown.
    process.on(signal, () => {
      if (!isDraining) void drain(server, connections, host);
      isDraining = true;
    });
  }
}

async function listening(server: ServerType, config: Config) {
  try {
    await once(server, 'listening');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    throw new ConfigurationError(
      code === 'EADDRINUSE'
        ? `PORT ${config.port} is in use by another program`
        : `HOST ${config.host} with PORT ${config.port} can't be used (${code})`,
    );
  }
}

type Connections = ReturnType<typeof watchConnections>;

/** Accepts no new connection, answers open requests, finishes the workers' round, and exits. */
async function drain(server: ServerType, connections: Connections, host: Host) {
  const late = setTimeout(() => process.exit(1), drainLimitMs);
  late.unref();
  host.hangUp();
  const closed = new Promise((resolve) => server.close(resolve));
  connections.close();
  await closed;
  await host.close();
  process.exit(0);
}
