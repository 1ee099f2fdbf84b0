import { expect, it } from 'vitest';
import { describeEachDatabase } from '../../testing/databases.ts';
import { signedUp, useAuthHost } from './auth-test-host.ts';

describeEachDatabase('a password', (open) => {
  const auth = useAuthHost(open);
  const isAccepted = async (email: string, password: string) => {
    const { error } = await auth.host.client().signInWithPassword({ email, password });
    return error === null;
  };

  it('matches a password only with every character, case and space', async () => {
    const email = 'exact@example.com';
    const password = `  Correct Horse ${'x'.repeat(80)} Battery  `;
    await signedUp(auth.host, email, password);
    expect(await isAccepted(email, password)).toBe(true);
    const others = [password.trim(), password.toLowerCase(), password.slice(0, 72)];
    for (const other of others) expect(await isAccepted(email, other)).toBe(false);
  });

  it('accepts a password of any characters', async () => {
    for (const [index, password] of [
      'aaaaaaaaaaaaaa',
      '洗車洗車洗車洗車洗車洗車',
      '1234 5678 9012',
      '🚗🚙🚕🚗🚙🚕🚗',
    ].entries()) {
      const email = `any-${index}@example.com`;
      await signedUp(auth.host, email, password);
      expect(await isAccepted(email, password)).toBe(true);
    }
  });

  it('accepts a password of 64 characters', async () => {
    const password = 'a1'.repeat(32);
    await signedUp(auth.host, 'long@example.com', password);
    expect(await isAccepted('long@example.com', password)).toBe(true);
  });
});
