import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

const folder = new URL('../supabase/functions/', import.meta.url);
const names = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== '_shared')
  .map((entry) => entry.name);

const environment: Record<string, string> = {
  SUPABASE_URL: 'http://backend.test',
  SUPABASE_SERVICE_ROLE_KEY: 'service-key',
  SUPABASE_ANON_KEY: 'anon-key',
  STRIPE_SECRET_KEY: 'sk_test_hosted',
  STRIPE_WEBHOOK_SECRET: 'whsec_hosted',
  PUBLIC_URL: 'https://site.test/',
  JOBS_SECRET: 'a secret of more than thirty-two characters',
  MAIL_API_KEY: 're_hosted',
  MAIL_FROM: 'Shop <bookings@shop.example>',
};

/** Links in emails and calendars use GET; all other calls use POST. */
const readable: Record<string, number> = { unsubscribe: 303, 'calendar-feed': 404 };

type Served = { default: { fetch: (request: Request) => Promise<Response> } };

const load = (name: string) => import(`../supabase/functions/${name}/index.ts`) as Promise<Served>;

describe('a function as the hosted runtime loads it', () => {
  beforeAll(() => {
    vi.stubGlobal('Deno', { env: { get: (name: string) => environment[name] } });
  });
  afterAll(() => {
    vi.unstubAllGlobals();
  });

  it.each(names)('%s serves requests', async (name) => {
    const { fetch } = (await load(name)).default;
    const preflight = await fetch(new Request('http://f.test', { method: 'OPTIONS' }));
    expect(preflight.status).toBe(204);
    const read = await fetch(new Request('http://f.test'));
    expect(read.status).toBe(readable[name] ?? 405);
    if (!readable[name]) {
      expect(await read.json()).toMatchObject({ error: { code: 'method_not_allowed' } });
    }
  });
});

describe('the settings of the hosted runtime', () => {
  const fetch = vi.fn<typeof globalThis.fetch>(() => Promise.resolve(Response.json([])));
  const depsWith = async (changes: Record<string, string | undefined>) => {
    const all = { ...environment, ...changes };
    vi.stubGlobal('Deno', { env: { get: (name: string) => all[name] } });
    vi.stubGlobal('fetch', fetch);
    const { hostedDeps } = await import('../supabase/functions/_shared/http/hosted-deps.ts');
    return hostedDeps();
  };
  const named = {
    SUPABASE_SECRET_KEYS: '{"jobs":"sb_secret_jobs","default":"sb_secret_1"}',
    SUPABASE_PUBLISHABLE_KEYS: '{"default":"sb_publishable_1"}',
  };
  afterEach(() => {
    fetch.mockClear();
    vi.unstubAllGlobals();
  });

  it.each([
    ['the service key', {}, 'service-key', 'Bearer service-key'],
    ['the default secret key', named, 'sb_secret_1', null],
  ])('reach the database with %s', async (_, changes, apikey, authorization) => {
    const { rest } = await depsWith(changes);
    await rest.from('reviews').select('id');
    const headers = new Headers(fetch.mock.calls[0]?.[1]?.headers);
    expect([headers.get('apikey'), headers.get('authorization')]).toEqual([apikey, authorization]);
  });

  it.each(['anon-key', 'sb_publishable_1'])('take %s for a guest', async (key) => {
    const { verifyUser } = await depsWith(named);
    const request = new Request('http://f.test', { headers: { authorization: `Bearer ${key}` } });
    expect(await verifyUser(request)).toBeNull();
    expect(fetch).not.toHaveBeenCalled();
  });

  it('are refused without a key, and with a guessable secret', async () => {
    await expect(depsWith({ SUPABASE_SERVICE_ROLE_KEY: undefined })).rejects.toThrow(
      'The setting SUPABASE_SECRET_KEYS is missing',
    );
    vi.stubGlobal('Deno', { env: { get: () => 'short' } });
    const { hostedSecret } = await import('../supabase/functions/_shared/http/hosted-deps.ts');
    expect(() => hostedSecret('JOBS_SECRET')).toThrow('needs 32 characters or more');
  });
});

const packages = (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    dependencies: Record<string, string>;
  }
).dependencies;

/** The packages imported by a file and everything it imports, without types. */
function packagesBehind(file: URL, seen = new Set<string>()): string[] {
  if (seen.has(file.href)) return [];
  seen.add(file.href);
  const source = readFileSync(file, 'utf8').replaceAll(/^import type [^;]*;/gm, '');
  return [...source.matchAll(/^(?:import|export|\}) ?[^;']*?from '([^']+)'/gm)].flatMap(
    ([, specifier = '']) =>
      specifier.startsWith('.') ? packagesBehind(new URL(specifier, file), seen) : [specifier],
  );
}

describe("a function's deno.json", () => {
  const importsOf = (name: string) =>
    (
      JSON.parse(readFileSync(new URL(`${name}/deno.json`, folder), 'utf8')) as {
        imports: Record<string, string>;
      }
    ).imports;

  it.each(names)('%s pins the packages we pin', (name) => {
    for (const [specifier, target] of Object.entries(importsOf(name))) {
      const [, name = '', part = ''] = /^((?:@[^/]+\/)?[^/]+)(\/.+)?$/.exec(specifier) ?? [];
      expect(target).toBe(`npm:${name}@${packages[name]}${part}`);
    }
  });

  it.each(names)('%s names every package its code imports', (name) => {
    const used = packagesBehind(new URL(`${name}/index.ts`, folder));
    expect(used).toContain('stripe');
    expect(Object.keys(importsOf(name))).toEqual(expect.arrayContaining([...new Set(used)]));
  });
});
