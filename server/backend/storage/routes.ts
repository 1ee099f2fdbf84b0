import { Hono } from 'hono';
import { z } from 'zod';
import { databaseAway, StorageFailure, storeAway, unexpected, unknownRoute } from './errors.ts';
import { requestIdOf } from '../../request-id.ts';
import { routeOf } from '../../request-route.ts';
import { isDatabaseAway } from '../database/database-away.ts';
import { FileStoreAwayError } from './file-store.ts';
import { checkBucket, objectAddress } from './object-address.ts';
import { readJson } from './read-json.ts';
import { removeObjects } from './remove-objects.ts';
import {
  servePublic,
  servePublicInWidth,
  serveToSender,
  serveToSenderInWidth,
} from './serve-object.ts';
import type { Storage } from './storage-context.ts';
import { identified } from './storage-request.ts';
import { uploadObject } from './upload-object.ts';

const removal = z.object({ prefixes: z.array(z.string()).min(1).max(1000) });

/** The photo storage, in the dialect of the hosted storage interface. */
export function storageRoutes(storage: Storage): Hono {
  const app = new Hono();
  app.onError((error, context) => {
    if (error instanceof StorageFailure) return error.toResponse();
    const requestId = requestIdOf(context);
    storage.log.error(
      { err: error, requestId, route: routeOf(context) },
      'A storage request failed',
    );
    return failureFor(error).toResponse();
  });
  app.get('/render/image/public/*', ({ req: { raw } }) =>
    servePublicInWidth(storage, raw, objectAddress(raw, '/render/image/public/')),
  );
  app.get('/object/public/*', ({ req: { raw } }) =>
    servePublic(storage, raw, objectAddress(raw, '/object/public/')),
  );
  app.get('/object/authenticated/*', async (c) =>
    serveToSender(await identified(storage, c), objectAddress(c.req.raw, '/object/authenticated/')),
  );
  app.get('/render/image/authenticated/*', async (c) =>
    serveToSenderInWidth(
      await identified(storage, c),
      objectAddress(c.req.raw, '/render/image/authenticated/'),
    ),
  );
  app.delete('/object/:bucket', async (c) => {
    const sender = await identified(storage, c);
    const { prefixes } = await readJson(c.req.raw, removal);
    return await removeObjects(sender, checkBucket(c.req.param('bucket')), prefixes);
  });
  app.post('/object/*', async (c) =>
    uploadObject(await identified(storage, c), objectAddress(c.req.raw, '/object/')),
  );
  app.all('*', ({ req }) => unknownRoute(req.method, req.path));
  return app;
}

function failureFor(error: unknown): StorageFailure {
  if (error instanceof FileStoreAwayError || isFullDisk(error)) return storeAway();
  return isDatabaseAway(error) ? databaseAway() : unexpected();
}

const isFullDisk = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
