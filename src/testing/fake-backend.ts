import { vi } from 'vitest';
import { FakeUpload } from './fake-upload.ts';

export type Reply = { status?: number; body: unknown };
type Answer = Reply | ((request: SentRequest) => Reply | Promise<Reply>);
type SentRequest = { name: string; query: URLSearchParams; headers: Headers; body: unknown };

/**
 * The backend at the edge of the network: an answer for each "METHOD /path". The answers can be changed
 * as a test goes on; what was sent is kept.
 */
export function startFakeBackend(answers: Record<string, Answer>) {
  const requests: SentRequest[] = [];
  vi.stubGlobal('XMLHttpRequest', FakeUpload);
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    const url = new URL(request.url);
    const name = `${request.method} ${url.pathname}`;
    const sent: SentRequest = {
      name,
      query: url.searchParams,
      headers: request.headers,
      body: await bodyOf(request, init?.body),
    };
    requests.push(sent);
    const answer = answers[name];
    if (!answer) throw new TypeError(`Nothing answers ${name}`);
    const { status = 200, body } = typeof answer === 'function' ? await answer(sent) : answer;
    return Response.json(body, { status });
  });
  return {
    answers,
    sent: (name: string) => requests.filter((request) => request.name === name),
  };
}

/** JSON as what it says, a file as it is, a form as its fields: an uploaded file is the one without a name. */
async function bodyOf(request: Request, given: unknown): Promise<unknown> {
  if (given instanceof FormData) return Object.fromEntries(given);
  if (given instanceof Blob) return given;
  const text = await request.text();
  return text === '' ? null : JSON.parse(text);
}

/** A refusal as the server functions word it. */
export function refusal(status: number, code: string, message: string): Reply {
  return { status, body: { error: { code, message } } };
}

/** A refusal as the photo storage words it. */
export function storageRefusal(status: number, message: string): Reply {
  return { status: 400, body: { statusCode: String(status), error: 'Refused', message } };
}
