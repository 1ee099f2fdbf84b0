import { describe, expect, test } from 'vitest';
import { keysFrom } from '../keys.ts';
import { openSecret, sealSecret } from './factor-secrets.ts';

const keys = await keysFrom('a secret of this test');

describe('a sealed secret', () => {
  test('opens with its key for its factor', () => {
    expect(openSecret(keys, 'factor-1', sealSecret(keys, 'factor-1', 'ABC'))).toBe('ABC');
  });

  test('is sealed differently each time', () => {
    expect(sealSecret(keys, 'factor-1', 'ABC')).not.toBe(sealSecret(keys, 'factor-1', 'ABC'));
  });

  test('does not open for another factor, with another key or after a change', async () => {
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
