import { readFile } from 'node:fs/promises';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { EmbeddedConnection, Line } from './embedded-connection.ts';
import { EngineLostError, EngineStartError, StatementTimeoutError } from './engine-errors.ts';
import type { EngineSettings, FromEngine, ToEngine } from './engine-messages.ts';
import { watchOverrun, type Overrun } from './watch-overrun.ts';

export type EmbeddedEngine = {
  /** Connects a client; starts the thread when none runs. */
  dial: (connection: EmbeddedConnection) => Promise<Line>;
  /** Every later thread listens on that channel from its start. */
  keepListening: (channel: string) => void;
  /** From now on a longer statement ends the thread: nothing else could end it. */
  limitStatements: (limitMs: number) => void;
  /** Whether the thread lives and runs a statement within its limit, or copies the database. */
  isAtWork: () => boolean;
  /** Copies the database in its current state; statements wait meanwhile. */
  snapshot: (folder: string) => Promise<void>;
  close: () => Promise<void>;
};

type Options = {
  folder: string;
  /**
   * The thread ended by itself. Uncommitted work is rolled back, and the next client starts another thread.
   */
  onLoss: (error: Error) => void;
};

type Running = {
  worker: Worker;
  lines: Map<number, EmbeddedConnection>;
  overrun: Overrun;
};

/** The thread of the embedded PostgreSQL in that folder, restarted after every crash. */
export async function startEmbeddedEngine({ folder, onLoss }: Options): Promise<EmbeddedEngine> {
  const channels = new Set<string>();
  let running: Promise<Running> | null = null;
  let living: Running | null = null;
  let isClosed = false;
  let connections = 0;
  let statementLimitMs = Infinity;
  let snapshots = 0;

  const start = () => {
    const starting = startThread({ folder, channels: [...channels] }, () =>
      // A copy may take long, and statements wait for it.
      snapshots > 0 ? Infinity : statementLimitMs,
    );
    running = starting;
    starting.then(
      (thread) => {
        const { worker, lines, overrun } = thread;
        living = thread;
        worker.once('exit', () => {
          running = null;
          living = null;
          overrun.stop();
          const lost = overrun.happened() ? new StatementTimeoutError() : new EngineLostError();
          if (!isClosed) onLoss(lost);
          for (const connection of lines.values()) connection.destroy(lost);
        });
      },
      () => (running = null),
    );
    return starting;
  };

  await start();
  return {
    dial: async (connection) => {
      if (isClosed) throw new Error('The embedded database is closed');
      const thread = await (running ?? start());
      return lineTo(thread, ++connections, connection);
    },
    keepListening: (channel) => channels.add(channel),
    limitStatements: (limitMs) => (statementLimitMs = limitMs),
    isAtWork: () => living !== null && (snapshots > 0 || living.overrun.isWaiting()),
    snapshot: async (target) => {
      const { worker } = await (running ?? start());
      snapshots += 1;
      try {
        await copy(worker, target);
      } finally {
        snapshots -= 1;
      }
    },
    close: async () => {
      isClosed = true;
      const thread = await running?.catch(() => null);
      if (thread) await end(thread.worker);
    },
  };
}

async function startThread(
  settings: Omit<EngineSettings, 'engineModule'>,
  limitMs: () => number,
): Promise<Running> {
  const workerData: EngineSettings = { ...settings, engineModule: await engineModule() };
  const worker = new Worker(engineFile, { workerData });
  const lines: Running['lines'] = new Map();
  await ready(worker);
  const overrun = watchOverrun(limitMs, () => void worker.terminate());
  worker.on('message', (message: FromEngine) => {
    if (message.kind === 'bytes') lines.get(message.connection)?.push(message.bytes);
    if (message.kind === 'done') overrun.answered();
  });
  // The exit event after an error reports it.
  worker.on('error', () => undefined);
  return { worker, lines, overrun };
}

async function ready(worker: Worker) {
  const gaveUp = new AbortController();
  const exit = once(worker, 'exit', { signal: gaveUp.signal }).then(([code]) => {
    throw new EngineStartError(`exit ${String(code)}`);
  });
  try {
    // An error of the thread rejects the first of these.
    await Promise.race([once(worker, 'message'), exit]);
  } finally {
    exit.catch(() => undefined);
    gaveUp.abort();
  }
}

function lineTo(thread: Running, id: number, connection: EmbeddedConnection): Line {
  const { worker, lines, overrun } = thread;
  lines.set(id, connection);
  return {
    send: (bytes) => {
      const message: ToEngine = { kind: 'bytes', connection: id, bytes };
      worker.postMessage(message, [bytes.buffer]);
      overrun.asked();
    },
    hangUp: () => lines.delete(id),
  };
}

let copies = 0;

async function copy(worker: Worker, folder: string) {
  const id = ++copies;
  const copied = new Promise<void>((resolve, reject) => {
    const heed = (message: FromEngine) => {
      if (message.kind === 'copied' && message.id === id) settle(message.failure);
    };
    const lose = () => {
      stop();
      reject(new EngineLostError());
    };
    const stop = () => worker.off('message', heed).off('exit', lose);
    const settle = (failure: string | null) => {
      stop();
      if (failure === null) resolve();
      else reject(new Error(failure));
    };
    worker.on('message', heed).once('exit', lose);
  });
  worker.postMessage({ kind: 'snapshot', id, folder } satisfies ToEngine);
  await copied;
}

async function end(worker: Worker) {
  const exited = once(worker, 'exit');
  worker.postMessage({ kind: 'close' } satisfies ToEngine);
  await exited;
}

// The build puts the thread's file beside the server's; tests start it from here.
const engineFile = new URL(
  import.meta.env.PROD ? 'engine-worker.js' : 'engine-worker.mjs',
  import.meta.url,
);

let compiled: Promise<WebAssembly.Module> | null = null;

/** The engine is compiled once, off the main thread, and shared by every thread of the process. */
function engineModule(): Promise<WebAssembly.Module> {
  compiled ??= readFile(
    fileURLToPath(import.meta.resolve('@electric-sql/pglite/pglite.wasm')),
  ).then((code) => WebAssembly.compile(code));
  return compiled;
}
