/** The files of one photo, by name. */
export type PhotoFiles = Readonly<Record<string, Buffer>>;

/** Written files that no row names yet. */
type PreparedFiles = {
  /** Keeps them. Throws if they were discarded. */
  keep: () => Promise<void>;
  /** Deletes them, unless they were kept. */
  discard: () => Promise<void>;
};

/**
 * The photos' files, by the version in their row: a random id from the server, never typed input. A folder, or a
 * bucket of an S3-compatible store.
 */
export type FileStore = {
  /** Writes all of them, or leaves nothing when it throws. */
  prepare: (version: string, files: PhotoFiles) => Promise<PreparedFiles>;
  /** null if there is no such file. */
  read: (version: string, name: string) => Promise<Buffer | null>;
  remove: (version: string) => Promise<void>;
  /** Versions written before that moment. */
  keptBefore: (moment: Date) => Promise<string[]>;
  /** Deletes files prepared before that moment and neither kept nor discarded. */
  clearUnfinished: (moment: Date) => Promise<void>;
};

/** The store failed; a retry may succeed. */
export class FileStoreAwayError extends Error {}

// Versions and file names are the server's own; this check does not rely on it.
export function safeFileName(name: string): string {
  if (!/^[a-z0-9][a-z0-9.-]*$/.test(name)) throw new Error('No name for a stored file');
  return name;
}
