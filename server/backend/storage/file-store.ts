/** The files of one photo, by name. */
export type PhotoFiles = Readonly<Record<string, Buffer>>;

/** Files that are written, but not yet where anybody could read them. */
type PreparedFiles = { keep: () => Promise<void>; discard: () => Promise<void> };

/**
 * Where the files of photos lie, by the version that their row names: a random id that the server
 * made, never anything that was typed. A folder today; an object store would fit.
 */
export type FileStore = {
  prepare: (version: string, files: PhotoFiles) => Promise<PreparedFiles>;
  /** null when there is no such file. */
  read: (version: string, name: string) => Promise<Buffer | null>;
  remove: (version: string) => Promise<void>;
  /** Versions that were kept before that moment. */
  keptBefore: (moment: Date) => Promise<string[]>;
  /** Clears away what was prepared before that moment and neither kept nor discarded. */
  clearUnfinished: (moment: Date) => Promise<void>;
};
