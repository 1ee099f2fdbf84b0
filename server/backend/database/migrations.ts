import authFactors from '../auth/auth-factors.sql?raw';
import authRetention from '../auth/auth-retention.sql?raw';
import authSchema from '../auth/auth-schema.sql?raw';
import serviceRolePolicies from '../storage/service-role-policies.sql?raw';
import storageSchema from '../storage/storage-schema.sql?raw';
import callerFunctions from './caller-functions.sql?raw';
import platform from './platform.sql?raw';

export type Migration = { version: string; name: string; sql: string };

const files = import.meta.glob<string>('../../../supabase/migrations/*.sql', {
  query: '?raw',
  import: 'default',
  eager: true,
});

function fromFile([path, sql]: [string, string]): Migration {
  const [, version, name] = /([0-9]+)_([a-z0-9_]+)\.sql$/.exec(path) ?? [];
  if (!version || !name) throw new Error(`${path} is not named <timestamp>_<concept>.sql`);
  return { version, name, sql };
}

/**
 * Everything an empty database needs, in order: the hosted backend's part first (its versions sort before every
 * timestamp), then the product's own migrations.
 */
export const migrations: readonly Migration[] = [
  { version: '00000000000001', name: 'platform', sql: platform },
  { version: '00000000000002', name: 'auth_schema', sql: authSchema },
  { version: '00000000000003', name: 'storage_schema', sql: storageSchema },
  { version: '00000000000004', name: 'auth_factors', sql: authFactors },
  { version: '00000000000005', name: 'caller_functions', sql: callerFunctions },
  { version: '00000000000006', name: 'service_role_policies', sql: serviceRolePolicies },
  { version: '00000000000007', name: 'auth_retention', sql: authRetention },
  ...Object.entries(files)
    .map(fromFile)
    .sort((one, other) => (one.version < other.version ? -1 : 1)),
];

/** The product's first migration, which every other one follows. */
export const baseline = theBaseline();

function theBaseline(): Migration {
  const found = migrations.find(({ name }) => name === 'baseline');
  if (!found) throw new Error('There is no migration named baseline');
  return found;
}
