/** The start data of the embedded database's thread. */
export type EngineSettings = {
  /** The database's folder, which is created if missing. */
  folder: string;
  /** Channels to listen on from the start, quoted as identifiers. */
  channels: string[];
  /** Compiled once for all engines of a process. */
  engineModule: WebAssembly.Module;
};

/** Bytes are whole protocol messages of the client with this number. */
export type ToEngine =
  | { kind: 'bytes'; connection: number; bytes: Uint8Array<ArrayBuffer> }
  /** Copy the files in their current state, between two messages, to a new folder. */
  | { kind: 'snapshot'; id: number; folder: string }
  | { kind: 'close' };

export type FromEngine =
  | { kind: 'ready' }
  | { kind: 'bytes'; connection: number; bytes: Uint8Array<ArrayBuffer> }
  /** The client's last message is processed. */
  | { kind: 'done'; connection: number }
  | { kind: 'copied'; id: number; failure: string | null };
