// The embedded PostgreSQL in a thread of its own, so that the server answers other requests while it works. Plain
// JavaScript, so that a thread can start from this file in tests and in the build.
import { constants, cpSync } from 'node:fs';
import { access, mkdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** @typedef {import('./engine-messages.ts').ToEngine} ToEngine */
/** @typedef {import('./engine-messages.ts').FromEngine} FromEngine */
/** @typedef {import('./engine-messages.ts').EngineSettings} EngineSettings */

/** @type {EngineSettings} */
const { folder, channels, engineModule } = workerData;

/**
 * Database files are readable by their user only. The engine sets the modes of unpacked files and caches to 0666
 * and 0644, whatever the process's mask.
 */
class OwnFiles extends NodeFS {
  /** @type {NodeFS['init']} */
  async init(pg, settings) {
    const { emscriptenOpts } = await super.init(pg, settings);
    const closeChangedModes = ({ NODEFS }) => {
      const { node_ops: operations } = NODEFS;
      const { setattr } = operations;
      operations.setattr = (node, attributes) =>
        setattr(
          node,
          attributes.mode === undefined
            ? attributes
            : { ...attributes, mode: attributes.mode & ~0o077 },
        );
    };
    const preRun = [...emscriptenOpts.preRun, closeChangedModes];
    return { emscriptenOpts: { ...emscriptenOpts, preRun } };
  }
}

// The engine fills its buffers with zeros at the start, so all of them count as used memory. A page that is not among
// them comes from the operating system's cache, in microseconds.
// A file of the log that is used again would still have what was written into it, and a backup would carry it.
const settings = ['shared_buffers=32MB', 'wal_recycle=off'];

/** @param {string} folderOfIt */
const open = (folderOfIt) =>
  PGlite.create({
    fs: new OwnFiles(folderOfIt),
    startParams: [...PGlite.defaultStartParams, ...settings.flatMap((one) => ['-c', one])],
    // Claims are compared by crew and time, and the search for a booking looks inside words.
    extensions: { btree_gist, pg_trgm },
    pgliteWasmModule: engineModule,
    onStderr: leaveOnPanic,
  });

/** @type {(message: FromEngine, transfer?: ArrayBuffer[]) => void} */
const tell = (message, transfer = []) => parentPort?.postMessage(message, transfer);

// After a panic PostgreSQL ends its process, and the next start recovers from the log. The engine would continue
// in a broken state, so the thread ends.
/** @param {string} line */
function leaveOnPanic(line) {
  if (!/ PANIC: {2}/.test(line)) return false;
  throw process.exit(1);
}

// Built aside and renamed, so that a killed start leaves no partial database.
async function create() {
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(dirname(folder), { recursive: true });
  const engine = await open(unfinished);
  await engine.close();
  await rename(unfinished, folder);
}

const isThere = await access(folder).then(
  () => true,
  () => false,
);
if (!isThere) await create();
const engine = await open(folder);
for (const channel of channels) await engine.exec(`listen ${channel}`);

// Passes answers on while a long statement produces more.
const pieceBytes = 64 * 1024;

/**
 * Runs what a client sent, and passes on what the engine answers to it.
 * @param {number} connection
 * @param {Uint8Array} bytes whole messages of the protocol
 */
function run(connection, bytes) {
  /** @type {Uint8Array[]} */
  let gathered = [];
  let size = 0;
  const flush = () => {
    if (size === 0) return;
    const piece = new Uint8Array(size);
    let at = 0;
    for (const part of gathered) {
      piece.set(part, at);
      at += part.length;
    }
    gathered = [];
    size = 0;
    tell({ kind: 'bytes', connection, bytes: piece }, [piece.buffer]);
  };
  // Synchronous: later messages wait in the port.
  void engine.execProtocolRawStream(bytes, {
    syncToFs: false,
    onRawData: (part) => {
      // A copy: the engine reuses its memory.
      gathered.push(part.slice());
      size += part.length;
      if (size >= pieceBytes) flush();
    },
  });
  flush();
  tell({ kind: 'done', connection });
}

// All clients share the engine's one session. The end of a real connection rolls its transaction back; here the
// next client's start does.
const startupPacket = 0;
const terminate = 88;
const rollback = Buffer.from('Q\0\0\0\rrollback\0');

// Nothing is written meanwhile, so the copy equals the files of a killed server: it recovers every committed
// transaction. Where the file system can, the copy shares blocks with the original.
/** @param {{ id: number, folder: string }} message */
function copyTo({ id, folder: target }) {
  let failure = null;
  try {
    cpSync(folder, target, { recursive: true, mode: constants.COPYFILE_FICLONE });
  } catch (error) {
    failure = String(error);
  }
  tell({ kind: 'copied', id, failure });
}

/** @param {ToEngine} message */
async function answer(message) {
  if (message.kind === 'close') {
    await engine.close();
    process.exit(0);
  }
  if (message.kind === 'snapshot') {
    copyTo(message);
    return;
  }
  const { connection, bytes } = message;
  if (bytes[0] === terminate) return;
  if (bytes[0] === startupPacket && engine.isInTransaction()) {
    await engine.execProtocolRaw(rollback, { syncToFs: false });
  }
  run(connection, bytes);
}

parentPort?.on('message', answer);
tell({ kind: 'ready' });
