import { describe, expect, it } from 'vitest';
import { AuthFailure } from './errors.ts';
import { checkNewPassword, hashPassword, isPasswordOf } from './passwords.ts';

describe('passwords', () => {
  it('are stored as argon2id and verified', async () => {
    const encrypted = await hashPassword('correct horse');
    expect(encrypted).toMatch(/^\$argon2id\$/);
    expect(await isPasswordOf(encrypted, 'correct horse')).toBe(true);
    expect(await isPasswordOf(encrypted, 'correct hors')).toBe(false);
  });

  it('never match an account without one', async () => {
    expect(await isPasswordOf(null, 'a password that no account has')).toBe(false);
    expect(await isPasswordOf(null, '')).toBe(false);
  });

  it('are all verified when many arrive at once', async () => {
    const encrypted = await hashPassword('correct horse');
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        isPasswordOf(encrypted, index % 2 ? 'wrong' : 'correct horse'),
      ),
    );
    expect(answers.filter(Boolean)).toHaveLength(6);
  });

  it('are refused instead of queued when far too many arrive at once', async () => {
    // An invalid hash fails at once, but also waits for its turn.
    const checks = Array.from({ length: 40 }, () =>
      isPasswordOf('no hash', 'correct horse').catch((error: unknown) => error),
    );
    const failures = (await Promise.all(checks)).filter((one) => one instanceof AuthFailure);
    expect(failures).toHaveLength(18);
    expect(failures[0]).toMatchObject({ status: 503, extra: { retryAfterSeconds: 5 } });
    const encrypted = await hashPassword('correct horse');
    expect(await isPasswordOf(encrypted, 'correct horse')).toBe(true);
  });

  it.each(['123456', '111111', 'Password', 'password1', '12qwerty', 'dragon'])(
    'refuse the common "%s"',
    (password) => {
      expect(() => checkNewPassword(password)).toThrow('This password is too common.');
    },
  );

  it.each(['dragon boat tea', 'secret1-moss', '905551', 'tractor88Pine'])(
    'accept "%s", which nobody tries first',
    (password) => {
      expect(() => checkNewPassword(password)).not.toThrow();
    },
  );

  it('need six characters [S5.12, S9.26]', () => {
    expect(() => checkNewPassword('12345')).toThrow(AuthFailure);
    expect(() => checkNewPassword('tq81mz')).not.toThrow();
    expect(() => checkNewPassword('x'.repeat(201))).toThrow(AuthFailure);
  });
});
