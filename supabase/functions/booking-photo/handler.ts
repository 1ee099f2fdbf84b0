import { z } from 'zod';
import { photoRules } from '../../../domain/contact/photo.ts';
import type { FunctionDeps, FunctionHandler } from '../_shared/http/deps.ts';
import { CodedError } from '../_shared/http/errors.ts';
import { jsonFunction } from '../_shared/http/http.ts';
import { rpc, rpcAnswer } from '../_shared/http/rpc-answer.ts';
import { canBeKept } from '../_shared/mail/kept-text.ts';

export const photoRequest = z.object({
  photoId: z.uuid(),
  /** Of the booking; an account needs none. */
  email: z.string().max(254).refine(canBeKept).optional(),
  /** Of the link to a visit's photos, in place of the email address. */
  token: z.string().max(100).refine(canBeKept).optional(),
  /** In pixels; the whole photo without one. */
  width: z.literal(photoRules.widths).optional(),
});

/** A photo of a booking, for the customer who holds the booking or has the link to its photos. The bucket is private, and so is the answer. */
export const bookingPhotoHandler = (deps: FunctionDeps): FunctionHandler =>
  jsonFunction(deps.log, photoRequest, async ({ photoId, email, token, width }, request) => {
    const mayRead =
      token === undefined
        ? await isHolder(deps, request, { photoId, email })
        : await rpc(deps.rest, 'link_shows_photo', { photo_id: photoId, secret: token });
    if (!mayRead) {
      throw new CodedError('photo_not_found');
    }
    const photo = await read(deps, photoId, width);
    if (!photo) throw new CodedError('photo_not_found');
    return new Response(photo.body, {
      headers: {
        'content-type': photo.headers.get('content-type') ?? 'application/octet-stream',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        // As other answers of functions: a token is never a cookie.
        'access-control-allow-origin': '*',
      },
    });
  });

/** In the name of the signed-in person, if there is one: their account may hold the booking. */
async function isHolder(
  deps: FunctionDeps,
  request: Request,
  { photoId, email }: { photoId: string; email: string | undefined },
): Promise<boolean> {
  const person = await deps.verifyUser(request);
  const args = { photo_id: photoId, ...(email && { email }) };
  const authorization = request.headers.get('authorization') ?? '';
  const call = deps.rest.call('holds_booking_photo', args, person ? { authorization } : {});
  return rpcAnswer(call, z.boolean());
}

async function read({ storage, log }: FunctionDeps, photoId: string, width: number | undefined) {
  try {
    return await storage.read('bookings', photoId, width);
  } catch (error) {
    log.warn({ err: error }, 'A photo of a booking could not be read');
    throw new CodedError('photos_away', { cause: error });
  }
}
