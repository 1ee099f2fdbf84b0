/** What the thread of the embedded database is started with. */
export type EngineSettings = {
  /** Where the database is, or is to be made. */
  folder: string;
  /** Channels to listen on from the start, quoted as identifiers. */
  channels: string[];
  /** Compiled once for all engines of a process. */
  engineModule: WebAssembly.Module;
};

/** Bytes are whole messages of PostgreSQL's protocol, of the client that is named by a number. */
export type ToEngine =
  | { kind: 'bytes'; connection: number; bytes: Uint8Array<ArrayBuffer> }
  /** Copy the files as they are now, between two messages, to a folder that is not there yet. */
  | { kind: 'snapshot'; id: number; folder: string }
  | { kind: 'close' };

export type FromEngine =
  | { kind: 'ready' }
  | { kind: 'bytes'; connection: number; bytes: Uint8Array<ArrayBuffer> }
  /** What was sent last by that client is worked off. */
  | { kind: 'done'; connection: number }
  | { kind: 'copied'; id: number; failure: string | null };
