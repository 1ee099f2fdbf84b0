/** The files of one photo, by name. */
export type PhotoFiles = Readonly<Record<string, Buffer>>;

/** Files that are written, but that no row names yet. */
type PreparedFiles = {
  /** They stay from now on. Throws when they were discarded. */
  keep: () => Promise<void>;
  /** Takes them away again, unless they were kept. */
  discard: () => Promise<void>;
};

/**
 * Where the files of photos lie, by the version that their row names: a random id that the server
 * made, never anything that was typed. A folder, or a bucket of an S3-compatible store.
 */
export type FileStore = {
  /** Writes all of them or, when it throws, nothing that lasts. */
  prepare: (version: string, files: PhotoFiles) => Promise<PreparedFiles>;
  /** null when there is no such file. */
  read: (version: string, name: string) => Promise<Buffer | null>;
  remove: (version: string) => Promise<void>;
  /** Versions that were written before that moment. */
  keptBefore: (moment: Date) => Promise<string[]>;
  /** Clears away what was prepared before that moment and neither kept nor discarded. */
  clearUnfinished: (moment: Date) => Promise<void>;
};

/** The store did not do as it was asked; the same may work in a moment. */
export class FileStoreAwayError extends Error {}

// Versions and file names are the server's own; this holds even if one day they are not.
export function safeFileName(name: string): string {
  if (!/^[a-z0-9][a-z0-9.-]*$/.test(name)) throw new Error('No name for a stored file');
  return name;
}
