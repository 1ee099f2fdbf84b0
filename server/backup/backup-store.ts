import type { S3Settings } from '../backend/storage/s3-store.ts';
import { bucketBackups } from './bucket-backups.ts';
import { folderBackups } from './folder-backups.ts';

/** Where scheduled backups go: a folder, or a bucket with a prefix that is empty or ends with a slash. */
export type BackupPlace = { folder: string } | { settings: S3Settings; prefix: string };

export type StoredBackup = { name: string; bytes: number };

/** Backups by their names. */
export type BackupStore = {
  /** For messages. */
  place: string;
  /**
   * Throws ConfigurationError when the place can't be used. Returns a reason when a store does not answer, which may
   * change.
   */
  check: () => Promise<string | null>;
  /** Stores a backup whole or not at all. */
  write: (name: string, content: AsyncIterable<Buffer>) => Promise<void>;
  /** The backups that a schedule made, newest first. */
  list: () => Promise<StoredBackup[]>;
  remove: (name: string) => Promise<void>;
  /** Copies one to a new file. */
  fetch: (name: string, file: string) => Promise<void>;
  /** Removes what a killed process left. No backup may be in progress. */
  clearUnfinished: () => Promise<void>;
};

export const openBackupStore = (place: BackupPlace): Promise<BackupStore> =>
  'folder' in place ? Promise.resolve(folderBackups(place.folder)) : bucketBackups(place);
