import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { CodedError } from './errors.ts';
import { functionContract } from '../../../contracts/contract.ts';
import { answer, jsonFunction } from './http.ts';

const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
const named = z.object({ name: z.string('Please enter a name.') });
const echo = jsonFunction(log, named, (body) =>
  Promise.resolve(answer(functionContract('echo', named), body)),
);
const post = (body: string) => new Request('http://functions.test/echo', { method: 'POST', body });

describe('a JSON function', () => {
  it('answers uncached JSON that any site may read', async () => {
    const response = await echo(post('{"name":"Ada","price":1}'));
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ name: 'Ada' });
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
  });

  it("answers a browser's preflight", async () => {
    const response = await echo(new Request('http://functions.test/echo', { method: 'OPTIONS' }));
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-headers')).toContain('authorization');
  });

  it('accepts only POST', async () => {
    const response = await echo(new Request('http://functions.test/echo'));
    expect(response.status).toBe(405);
    expect(await response.json()).toMatchObject({ error: { code: 'method_not_allowed' } });
  });

  it('names the invalid fields', async () => {
    const response = await echo(post('{}'));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { code: 'invalid_input', fields: { name: 'Please enter a name.' } },
    });
  });

  it('refuses a body that is not JSON', async () => {
    const response = await echo(post('{'));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: 'invalid_json' } });
  });

  it.each([
    ['a NUL', String.raw`{"name":"a\u0000"}`],
    ['a NUL deep inside', String.raw`{"name":"a","more":[{"b":"\u0000"}]}`],
    ['a NUL in a name', String.raw`{"name":"a","b\u0000":1}`],
    ['half a character', String.raw`{"name":"\ud800"}`],
  ])('refuses %s, which the database cannot store', async (_, body) => {
    const response = await echo(post(body));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: 'invalid_json' } });
  });

  it('accepts characters written as surrogate pairs', async () => {
    const response = await echo(post(String.raw`{"name":"\ud83d\ude97"}`));
    expect(await response.json()).toEqual({ name: '🚗' });
  });

  it('refuses a body that is too large, also when chunked without a length', async () => {
    const piece = new TextEncoder().encode('x'.repeat(16_384));
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        sent += 1;
        controller.enqueue(piece);
      },
    });
    const request = new Request('http://functions.test/echo', {
      method: 'POST',
      body,
      duplex: 'half',
    } as RequestInit);
    const response = await echo(request);
    expect(response.status).toBe(413);
    expect(sent).toBeLessThan(6);
  });

  it('hides an unexpected error and logs it', async () => {
    const failing = jsonFunction(log, z.object({}), () =>
      Promise.reject(new Error('secret detail')),
    );
    const response = await failing(post('{}'));
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain('secret');
    expect(log.error).toHaveBeenCalledWith(
      { err: expect.objectContaining({ message: 'secret detail' }) as unknown },
      'internal_error',
    );
  });

  it('answers a coded error with its status and sentence', async () => {
    const failing = jsonFunction(log, z.object({}), () =>
      Promise.reject(new CodedError('slot_taken')),
    );
    const response = await failing(post('{}'));
    expect(response.status).toBe(409);
    expect(await response.json()).toEqual({
      error: { code: 'slot_taken', message: expect.stringMatching(/^[A-Z].*\.$/) as string },
    });
  });
});
