/**
 * What this version takes away from the database, by the name that the test prints, and the release that no longer
 * used it. That release must be out: its processes are the former ones of this version's upgrade.
 */
export const contracted: Readonly<Record<string, string>> = {};
