import type { StoredBackup } from './backup-store.ts';

const pattern = /^scheduled-\d{4}-\d\d-\d\dT\d{6}Z\.tgz$/;

/** "scheduled-2026-12-01T083000Z.tgz": names sort by time. */
export const nameOfBackup = (at: Date): string =>
  `scheduled-${at.toISOString().slice(0, 19).replaceAll(':', '')}Z.tgz`;

/** Whether a schedule made it; no other file is ever deleted. */
export const isScheduled = (name: string): boolean => pattern.test(name);

export const newestFirst = (backups: StoredBackup[]): StoredBackup[] =>
  backups
    .filter(({ name }) => isScheduled(name))
    .toSorted((one, other) => (one.name < other.name ? 1 : -1));
