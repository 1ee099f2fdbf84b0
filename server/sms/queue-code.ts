import type { SendSms } from '../backend/auth/auth-context.ts';
import { textedCodeMinutes } from '../backend/auth/one-time-tokens.ts';

/**
 * Queues a code's text message, in the transaction of the code. The last line lets a phone offer the code to this
 * site only.
 */
export const queueCode =
  (publicUrl: string, now: () => Date): SendSms =>
  async (client, { phone, code }) => {
    const createdAt = now();
    const expiresAt = new Date(createdAt.getTime() + textedCodeMinutes * 60_000);
    const name = await client.query<{ name: string }>(
      `select public.current_business() #>> '{business,facts,name}' as name`,
    );
    await client.query(
      `insert into auth.sms_outbox (phone, body, created_at, next_attempt_at, expires_at)
       values ($1, $2, $3, $3, $4)`,
      [
        phone,
        textOf(code, name.rows[0]?.name ?? '', new URL(publicUrl).hostname),
        createdAt,
        expiresAt,
      ],
    );
  };

const textOf = (code: string, name: string, host: string) =>
  `${code} is your code for ${name}. It expires in ${textedCodeMinutes} minutes. ` +
  `Do not share it.\n\n@${host} #${code}`;
