import { expect, test } from 'vitest';
import { readStaticConfig } from './static-config.ts';

const anonKey = (role: string) =>
  `eyJhbGciOiJIUzI1NiJ9.${Buffer.from(JSON.stringify({ role })).toString('base64url')}.c2ln`;

const settings = {
  PUBLIC_URL: 'https://wash.example/',
  BACKEND_URL: 'https://project.backend.example',
  BACKEND_KEY: 'sb_publishable_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
};

test.each(['sb_publishable_1', anonKey('anon')])('the page gets the public key %s', (key) => {
  expect(readStaticConfig({ ...settings, BACKEND_KEY: key })).toEqual({
    publicUrl: 'https://wash.example',
    backendUrl: 'https://project.backend.example',
    backendKey: key,
    payments: { provider: 'stripe', publishableKey: 'pk_test_1' },
    schedulingPages: {},
    map: null,
  });
});

test.each([
  ['BACKEND_KEY', 'sb_secret_1'],
  ['BACKEND_KEY', anonKey('service_role')],
  ['BACKEND_KEY', 'nonsense'],
  ['BACKEND_KEY', ''],
  ['STRIPE_PUBLISHABLE_KEY', 'sk_live_1'],
  ['PUBLIC_URL', 'https://wash.example/path'],
  ['BACKEND_URL', 'project.backend.example'],
  ['SCHEDULING_PAGES', 'nonsense'],
  ['MAP_STYLE_URL', 'nonsense'],
])('a page is not built with %s=%s', (name, value) => {
  expect(() => readStaticConfig({ ...settings, [name]: value })).toThrow(name);
});
