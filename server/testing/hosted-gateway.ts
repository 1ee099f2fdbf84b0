// The hosted backend's gateway for npm run test:deploy -- hosted: our data interface, accounts and storage over a
// database with the platform's roles, and the functions at another address. Settings: see the environment below.
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { proxy } from 'hono/proxy';
import { authRoutes } from '../backend/auth/routes.ts';
import { openDatabase } from '../backend/database/database.ts';
import { keysFrom } from '../backend/keys.ts';
import { restRoutes } from '../backend/rest/rest-routes.ts';
import { openFileStore } from '../backend/storage/open-store.ts';
import { storageRoutes } from '../backend/storage/routes.ts';
import { hostLog } from '../host-log.ts';

const setting = (name: string) => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is missing`);
  return value;
};

const log = hostLog('warn');
const asRole = (role: string) =>
  openDatabase({ connectionString: setting('DATABASE').replace('ROLE', role) });
const keys = await keysFrom(setting('TOKEN_SECRET'));
const [rest, auth, storage] = await Promise.all(
  ['authenticator', 'supabase_admin', 'supabase_admin'].map(asRole),
);
if (!rest || !auth || !storage) throw new Error('No database');
const clientAddress = (request: Request) => request.headers.get('x-forwarded-for') ?? '127.0.0.1';

const tokens = new Map([
  [setting('PUBLISHABLE_KEY'), keys.anonKey],
  [setting('SECRET_KEY'), keys.serviceKey],
]);

const app = new Hono();
app.onError((error) => {
  log.error({ err: error }, 'A request failed');
  return new Response('Failed', { status: 500 });
});
app.use(cors({ origin: '*', exposeHeaders: ['content-range', 'date', 'x-total-count'] }));
app.get('/ready', (context) => context.text('ready'));
app.all('/functions/v1/*', ({ req }) => {
  const { pathname, search } = new URL(req.url);
  const path = pathname.replace('/functions/v1', '');
  return proxy(`${setting('FUNCTIONS')}${path}${search}`, req);
});
// A key of the new style becomes the token of its role, and nothing else without a key gets in.
app.use(async (context, next) => {
  const { headers } = context.req.raw;
  const token = tokens.get(headers.get('apikey') ?? '');
  if (token === undefined && !context.req.path.startsWith('/storage/v1/object/public/')) {
    return context.json({ message: 'No API key found in request' }, 401);
  }
  if (token !== undefined && !headers.has('authorization')) {
    const { url, method, body } = context.req.raw;
    const init: RequestInit & { duplex: 'half' } = {
      method,
      headers: [...headers, ['authorization', `Bearer ${token}`]],
      body,
      duplex: 'half',
    };
    context.req.raw = new Request(url, init);
  }
  return next();
});
const unexpected = (error: unknown) => log.error({ err: error }, 'A data request failed');
app.route('/rest/v1', restRoutes({ database: rest, keys, onUnexpectedError: unexpected }));
app.route(
  '/auth/v1',
  authRoutes({
    database: auth,
    keys,
    publicUrl: setting('PUBLIC_URL'),
    clientAddress,
    log: unexpected,
  }),
);
const files = await openFileStore({ dataDir: setting('DATA_DIR'), s3: null }, log);
app.route(
  '/storage/v1',
  storageRoutes({ database: storage, keys, files, now: () => new Date(), clientAddress, log }),
);

serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(setting('PORT')) });
