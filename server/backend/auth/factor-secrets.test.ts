import { describe, expect, test } from 'vitest';
import { keysFrom } from '../keys.ts';
import { openSecret, sealSecret } from './factor-secrets.ts';

const keys = await keysFrom('a secret of this test');

describe('a sealed secret', () => {
  test('opens a sealed secret for its factor with its key', () => {
    expect(openSecret(keys, 'factor-1', sealSecret(keys, 'factor-1', 'ABC'))).toBe('ABC');
  });

  test('seals a secret differently each time', () => {
    expect(sealSecret(keys, 'factor-1', 'ABC')).not.toBe(sealSecret(keys, 'factor-1', 'ABC'));
  });

  test('opens a sealed secret for no other factor, with no other key and after no change', async () => {
    const sealed = sealSecret(keys, 'factor-1', 'ABC');
    const others = await keysFrom('another secret');
    expect(() => openSecret(keys, 'factor-2', sealed)).toThrow();
    expect(() => openSecret(others, 'factor-1', sealed)).toThrow();
    const bytes = Buffer.from(sealed, 'base64url');
    for (const at of bytes.keys()) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => openSecret(keys, 'factor-1', changed.toString('base64url'))).toThrow();
    }
  });
});
