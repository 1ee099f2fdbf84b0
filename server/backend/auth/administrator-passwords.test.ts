import { describe, expect, it } from 'vitest';
import { describeEachDatabase } from '../../testing/databases.ts';
import { checkAdministratorPassword } from './administrator-passwords.ts';
import { signedIn, useAuthHost } from './auth-test-host.ts';

const owner = {
  email: 'maria.keller@example.com',
  businessName: 'Lustre Mobile Detailing',
  names: ['Maria', 'Keller'],
};

describe('the password of an administrator', () => {
  it.each([
    ['eleven chars', 'secret-word', 'length'],
    ['a common word with digits', 'Password1234!', 'pwned'],
    ['a common word in disguise', 'P@ssw0rd-2026', 'pwned'],
    ['a common word twice', 'passwordpassword', 'pwned'],
    ['two common words', 'dragon-master-77', 'pwned'],
    ['a row of keys', 'qwertyuiopasdfghjkl', 'pwned'],
    ['digits alone', '4071882950163', 'pwned'],
    ['a run over and over', 'xkzxkzxkzxkz', 'pwned'],
    ['the first name', 'blue-Maria-lantern', 'characters'],
    ['the address', 'keller owns nine boats', 'characters'],
    ['the business', 'the lustre of nine boats', 'characters'],
  ])('is refused as %s', (_name, password, reason) => {
    expect(() => checkAdministratorPassword(password, owner)).toThrow(
      expect.objectContaining({ code: 'weak_password', extra: { weakPasswordReasons: [reason] } }),
    );
  });

  it.each(['a password for tests', 'walnut-ferry-otter', 'Zq8rT1pXw9Lk2', 'correct horse battery'])(
    'is accepted: %s',
    (password) => {
      expect(() => checkAdministratorPassword(password, owner)).not.toThrow();
    },
  );
});

describeEachDatabase('a new password', (open) => {
  const auth = useAuthHost(open);

  it('needs six characters for a customer, and a strong one for an administrator [S9.27]', async () => {
    const email = 'boss@example.com';
    const client = await signedIn(auth, email, 'secret-1');
    expect((await client.updateUser({ password: 'secret-2' })).error).toBeNull();
    await auth.database.pool.query(
      'insert into public.admins (user_id) select id from auth.users where email = $1',
      [email],
    );
    const short = await client.updateUser({ password: 'secret-3' });
    expect(short.error).toMatchObject({ status: 422, code: 'weak_password', reasons: ['length'] });
    const common = await client.updateUser({ password: 'iloveyou-2026' });
    expect(common.error).toMatchObject({ code: 'weak_password', reasons: ['pwned'] });
    await auth.database.pool.query(
      `insert into public.business_versions (version, business)
       select 2, jsonb_set(business, '{facts,name}', '"Ferry Wash"') from public.business_versions`,
    );
    const named = await client.updateUser({ password: 'walnut-ferry-otter' });
    expect(named.error).toMatchObject({ code: 'weak_password', reasons: ['characters'] });
    const formerName = 'the lustre of nine boats';
    expect((await client.updateUser({ password: formerName })).error).toBeNull();
  });
});
