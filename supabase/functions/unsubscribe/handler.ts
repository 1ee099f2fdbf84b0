import { z } from 'zod';
import type { FunctionDeps, FunctionHandler } from '../_shared/http/deps.ts';
import { CodedError } from '../_shared/http/errors.ts';
import { canBeKept } from '../_shared/mail/kept-text.ts';
import { answer, jsonFunction, postOnly } from '../_shared/http/http.ts';
import { readText } from '../_shared/http/read-body.ts';
import { rpc } from '../_shared/http/rpc-answer.ts';
import { chosenMail, mailChoice } from '../../contracts/mail.ts';

const secret = z.string().min(1).max(100).refine(canBeKept);
export const unsubscribeRequest = z.object({ token: secret, subscribed: z.boolean().optional() });

/**
 * Changes or shows whether an address gets review requests; the secret of the link is the only proof. The one
 * click of a mail program is a form (RFC 8058). A GET changes nothing, because scanners of emails follow every link.
 */
export const unsubscribeHandler = (deps: FunctionDeps): FunctionHandler => {
  const byPage = jsonFunction(deps.log, unsubscribeRequest, async ({ token, subscribed }) => {
    const { address, is_subscribed: isSubscribed } = await choose(deps, token, subscribed);
    return answer(mailChoice, { address, isSubscribed });
  });
  const byMailProgram = postOnly(deps.log, async (request) => {
    // A form of either encoding, with this field only.
    const body = await readText(request, 4 * 1024);
    if (!/List-Unsubscribe\b[\s\S]*One-Click/i.test(body)) throw new CodedError('invalid_input');
    await choose(deps, tokenOf(request), false);
    return new Response('Unsubscribed', { headers: { 'cache-control': 'no-store' } });
  });
  return (request) => {
    if (request.method === 'GET' || request.method === 'HEAD') return toPage(deps, request);
    const type = request.headers.get('content-type') ?? '';
    return /form/i.test(type) ? byMailProgram(request) : byPage(request);
  };
};

async function choose({ rest }: FunctionDeps, token: string, wanted?: boolean) {
  const choice = await rpc(rest, chosenMail, { secret: token, wanted: wanted ?? null });
  if (!choice) throw new CodedError('link_unknown');
  return choice;
}

function tokenOf(request: Request): string {
  const parsed = secret.safeParse(new URL(request.url).searchParams.get('token'));
  if (!parsed.success) throw new CodedError('link_unknown');
  return parsed.data;
}

function toPage({ publicUrl }: FunctionDeps, request: Request): Promise<Response> {
  const query = new URLSearchParams({
    token: new URL(request.url).searchParams.get('token') ?? '',
  });
  const headers = {
    location: `${publicUrl}/unsubscribe?${query.toString()}`,
    'cache-control': 'no-store',
  };
  return Promise.resolve(new Response(null, { status: 303, headers }));
}
