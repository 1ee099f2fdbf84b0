import { Hono } from 'hono';
import { z } from 'zod';
import { getBucket, listBuckets } from './buckets.ts';
import {
  databaseAway,
  notSupported,
  StorageFailure,
  storeAway,
  unexpected,
  unknownRoute,
} from './errors.ts';
import { requestIdOf } from '../../request-id.ts';
import { routeOf } from '../../request-route.ts';
import { isDatabaseAway } from '../database/database-away.ts';
import { FileStoreAwayError } from './file-store.ts';
import { listObjects } from './list-objects.ts';
import { checkBucket, objectAddress } from './object-address.ts';
import { readJson } from './read-json.ts';
import { removeObject, removeObjects } from './remove-objects.ts';
import {
  servePublic,
  servePublicInWidth,
  serveToSender,
  serveToSenderInWidth,
} from './serve-object.ts';
import type { Storage } from './storage-context.ts';
import { identified } from './storage-request.ts';
import { uploadObject } from './upload-object.ts';

/** Features of the reference server that this one lacks: refused explicitly. */
const without: Readonly<Record<string, string>> = {
  '/object/sign/*': 'signed addresses',
  '/object/upload/sign/*': 'signed uploads',
  '/object/move': 'moving',
  '/object/copy': 'copying',
  '/object/info/*': 'object info',
  '/object/list-v2/*': 'list-v2',
  '/render/image/sign/*': 'signed addresses',
  '/upload/resumable': 'resumable uploads',
  '/upload/resumable/*': 'resumable uploads',
  '/s3/*': 'the S3 protocol',
  '/cdn/*': 'purging the cache',
  '/vector/*': 'vector buckets',
  '/iceberg/*': 'analytics buckets',
};

const removal = z.object({ prefixes: z.array(z.string()).min(1).max(1000) });

/** The photo storage, in the dialect of the hosted storage interface. */
export function storageRoutes(storage: Storage): Hono {
  const app = new Hono();
  app.onError((error, context) => {
    if (error instanceof StorageFailure) return error.toResponse();
    const requestId = requestIdOf(context.req.raw);
    storage.log.error(
      { err: error, requestId, route: routeOf(context) },
      'A storage request failed',
    );
    return failureFor(error).toResponse();
  });
  for (const [path, feature] of Object.entries(without)) {
    app.all(path, () => notSupported(feature).toResponse());
  }
  app.get('/bucket', async ({ req }) => listBuckets(await identified(storage, req.raw)));
  app.get('/bucket/:id', async ({ req }) =>
    getBucket(await identified(storage, req.raw), checkBucket(req.param('id'))),
  );
  app.all('/bucket/*', () => notSupported('managing buckets').toResponse());
  app.get('/render/image/public/*', ({ req: { raw } }) =>
    servePublicInWidth(storage, raw, objectAddress(raw, '/render/image/public/')),
  );
  app.get('/object/public/*', ({ req: { raw } }) =>
    servePublic(storage, raw, objectAddress(raw, '/object/public/')),
  );
  app.get('/object/authenticated/*', async ({ req: { raw } }) =>
    serveToSender(await identified(storage, raw), objectAddress(raw, '/object/authenticated/')),
  );
  app.get('/render/image/authenticated/*', async ({ req: { raw } }) =>
    serveToSenderInWidth(
      await identified(storage, raw),
      objectAddress(raw, '/render/image/authenticated/'),
    ),
  );
  app.post('/object/list/:bucket', async ({ req }) =>
    listObjects(await identified(storage, req.raw), checkBucket(req.param('bucket'))),
  );
  app.delete('/object/:bucket', async ({ req }) => {
    const sender = await identified(storage, req.raw);
    const { prefixes } = await readJson(req.raw, removal);
    return await removeObjects(sender, checkBucket(req.param('bucket')), prefixes);
  });
  objectRoutes(app, storage);
  app.all('*', ({ req }) => unknownRoute(req.method, req.path));
  return app;
}

function objectRoutes(app: Hono, storage: Storage) {
  const prefix = '/object/';
  app.get('/object/*', async ({ req: { raw } }) =>
    serveToSender(await identified(storage, raw), objectAddress(raw, prefix)),
  );
  app.post('/object/*', async ({ req: { raw } }) => {
    const address = objectAddress(raw, prefix);
    const replaces = raw.headers.get('x-upsert') === 'true';
    return await uploadObject(await identified(storage, raw), address, { replaces });
  });
  app.put('/object/*', async ({ req: { raw } }) => {
    const address = objectAddress(raw, prefix);
    return await uploadObject(await identified(storage, raw), address, { replaces: true });
  });
  app.delete('/object/*', async ({ req: { raw } }) =>
    removeObject(await identified(storage, raw), objectAddress(raw, prefix)),
  );
}

function failureFor(error: unknown): StorageFailure {
  if (error instanceof FileStoreAwayError || isFullDisk(error)) return storeAway();
  return isDatabaseAway(error) ? databaseAway() : unexpected();
}

const isFullDisk = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
