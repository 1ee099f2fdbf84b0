import { expect, test } from 'vitest';
import { connectionOf } from './programs.ts';

const base = 'postgres://shop:a%20secret@db.example:6432/wash';

test('the address becomes variables, so that no argument has the password', () => {
  expect(connectionOf(base)).toEqual({
    PGHOST: 'db.example',
    PGPORT: '6432',
    PGUSER: 'shop',
    PGPASSWORD: 'a secret',
    PGDATABASE: 'wash',
  });
});

test('an IPv6 number has no brackets', () => {
  expect(connectionOf('postgres://shop@[::1]:6432/wash')).toMatchObject({ PGHOST: '::1' });
});

test.each([
  ['sslmode=disable', { PGSSLMODE: 'disable' }],
  ['sslmode=no-verify', { PGSSLMODE: 'require' }],
  ['sslmode=require', { PGSSLMODE: 'verify-full', PGSSLROOTCERT: expect.any(String) as string }],
  [
    'sslmode=verify-full&sslrootcert=/etc/ssl/database.crt',
    { PGSSLMODE: 'verify-full', PGSSLROOTCERT: '/etc/ssl/database.crt' },
  ],
  [
    'sslmode=prefer&sslrootcert=/a&sslcert=/b&sslkey=/c',
    { PGSSLMODE: 'verify-full', PGSSLROOTCERT: '/a', PGSSLCERT: '/b', PGSSLKEY: '/c' },
  ],
])('%s is as strict as for the server', (settings, variables) => {
  expect(connectionOf(`${base}?${settings}`)).toEqual({ ...connectionOf(base), ...variables });
});
