import { vi } from 'vitest';

// Hashing a password is slow on purpose, and the tests sign in a thousand times. Verifying reads a hash's own cost.
vi.mock(import('@node-rs/argon2'), async (importOriginal) => {
  const argon2 = await importOriginal();
  const least = { memoryCost: 8, timeCost: 1, parallelism: 1 };
  return { ...argon2, hash: (password) => argon2.hash(password, least) };
});
