import { describe, expect, it } from 'vitest';
import { safeRedirect, withParameters } from './redirects.ts';

const app = 'https://app.example';

describe('a redirect', () => {
  it.each(['https://app.example/login', 'https://app.example/login?next=%2Fmy-bookings', '/login'])(
    'goes to a page of the app: %s',
    (target) => {
      expect(safeRedirect(target, app)).toBe(new URL(target, app).href);
    },
  );

  it.each([
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '/.//evil.example/x',
    'https://app.example//evil.example',
    'https://app.example/a/..//evil.example',
    '\\\\evil.example',
    'https:evil.example',
    'https:/\\evil.example',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'https://app.example.evil.example/',
    'https://app.example@evil.example/',
    'https://user:secret@app.example/',
    'http://app.example/',
    'https://app.example:8443/',
    'https://app.example%2eevil.example/',
    '/login\r\nset-cookie: a=b',
    '/\t/evil.example',
    ' https://app.example/login',
    'login',
    'https://',
    '',
  ])('goes to the front page instead of %j', (target) => {
    expect(safeRedirect(target, app)).toBe('https://app.example/');
  });

  it('keeps an encoded line break encoded', () => {
    const target = safeRedirect('/login%0d%0aset-cookie:%20a=b', app);
    expect(target).toBe('https://app.example/login%0d%0aset-cookie:%20a=b');
  });

  it('carries a code in the query', () => {
    expect(withParameters(`${app}/login?a=1`, { code: 'x' })).toBe(
      'https://app.example/login?a=1&code=x',
    );
  });
});
