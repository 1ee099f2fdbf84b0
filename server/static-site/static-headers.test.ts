import { expect, test } from 'vitest';
import { headersFile } from './static-headers.ts';

test('a header that is the same everywhere is in the rule of every path, the others in their own', () => {
  const rules = new Map([
    ['/', { 'x-frame-options': 'DENY', 'content-security-policy': "default-src 'self'" }],
    ['/assets/*', { 'x-frame-options': 'DENY', 'content-security-policy': "default-src 'none'" }],
    ['/plain.txt', { 'x-frame-options': 'DENY', 'content-security-policy': "default-src 'none'" }],
  ]);
  expect(headersFile(rules)).toBe(`/*
  x-frame-options: DENY

/
  content-security-policy: default-src 'self'

/assets/*
  content-security-policy: default-src 'none'

/plain.txt
  content-security-policy: default-src 'none'
`);
});
