import { Writable } from 'node:stream';
import { DatabaseError } from 'pg';
import { expect, test } from 'vitest';
import { MailRefusedError } from '../supabase/functions/_shared/mail/mail-message.ts';
import { hostLog } from './host-log.ts';

/** The lines written while logging. */
function linesOf(write: (log: ReturnType<typeof hostLog>) => void) {
  let written = '';
  const sink = new Writable({
    write: (chunk, _, done) => {
      written += String(chunk);
      done();
    },
  });
  write(hostLog('info', sink));
  return written.trimEnd().split('\n');
}

const refusedRow = () =>
  Object.assign(new DatabaseError('new row violates check constraint "known_status"', 0, 'error'), {
    code: '23514',
    constraint: 'known_status',
    detail: 'Failing row contains (Ada Stone, ada@example.com, 12 Elm St).',
    where: "unnamed portal parameter $1 = 'Ada Stone'",
  });

test('keeps the values of a refused row out of the log', () => {
  const [line = ''] = linesOf((log) => log.error({ err: refusedRow() }, 'A request failed'));
  expect(line).not.toMatch(/Ada|ada@|Elm/);
  expect(JSON.parse(line)).toMatchObject({
    level: 50,
    msg: 'A request failed',
    err: {
      code: '23514',
      constraint: 'known_status',
      message: expect.stringMatching(/known_status/) as string,
    },
  });
});

test('keeps the values of a row out of the log when a database client repeats them', () => {
  const refusal = {
    message: 'no',
    code: '23514',
    details: 'Failing row contains (Ada).',
    hint: null,
  };
  for (const err of [refusal, Object.assign(new Error('no'), refusal)]) {
    const [line = ''] = linesOf((log) => log.error({ err }, 'A request failed'));
    expect(line).toContain('23514');
    expect(line).not.toContain('Ada');
  }
});

test('masks email addresses in the message of an error', () => {
  const error = Object.assign(new Error('550 5.1.1 <ada.stone@example.com> unknown'), {
    response: '550 5.1.1 <ada.stone@example.com> unknown',
    rejected: ['ada.stone@example.com'],
  });
  const [line = ''] = linesOf((log) => log.warn({ err: error }, 'An email could not be sent'));
  expect(line).toContain('550 5.1.1');
  expect(line).not.toContain('example.com');
});

test("keeps a mail server's words about a reader out of the log, and its code in it", () => {
  const refused = new MailRefusedError('All recipients were rejected: 550 5.1.1 Ada Stone left');
  const later = Object.assign(new Error('Rejected: 451-Ada Stone is greylisted'), {
    responseCode: 451,
  });
  for (const [error, code] of [
    [refused, '550 5.1.1 …'],
    [later, '451 …'],
  ] as const) {
    const [line = ''] = linesOf((log) => log.warn({ err: error }, 'An email could not be sent'));
    expect(line).toContain(code);
    expect(line).not.toContain('Ada');
  }
});

test('keeps a message with a bad signature, and ids, out of the log', () => {
  const id = '3f1c7a52-1111-4222-8333-0123456789ab';
  const error = Object.assign(new Error(`No signature for ${id}`), {
    header: 't=1,v1=secret',
    payload: '{"name":"Ada Stone"}',
    raw: { payment_intent: { metadata: { booking_id: id } } },
  });
  const [line = ''] = linesOf((log) => log.warn({ err: error }, 'A webhook was refused'));
  expect(line).toContain('No signature for …');
  expect(line).not.toMatch(/Ada|secret|3f1c7a52/);
});

test('writes one line of JSON with the time for any error', () => {
  const lines = linesOf((log) =>
    log.error(
      { err: new Error('a\n{"level":60,"msg":"forged"}\r\n\u001b[2J') },
      'A request failed',
    ),
  );
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 50,
    time: expect.any(Number) as number,
  });
});
