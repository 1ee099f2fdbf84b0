import type { Database } from '../backend/database/database.ts';

export type StoredText = { id: string; to: string; text: string; sentAt: string };

export type StoredTexts = {
  /** Newest first, at most `limit`; with `to`, only those to this number. */
  list: (filter: { to?: string | undefined; limit: number }) => Promise<StoredText[]>;
};

/** Text messages without a service: codes and messages to customers, still in their outboxes, to be read here. */
export const storedTexts = ({ pool }: Pick<Database, 'pool'>): StoredTexts => ({
  list: async ({ to, limit }) => {
    const { rows } = await pool.query<{
      id: string;
      phone: string;
      body: string;
      created_at: string;
    }>(
      `(select id, phone, body, created_at from auth.sms_outbox
        where body <> '' and ($1::text is null or phone = $1)
        order by created_at desc limit $2)
       union all
       (select id, ltrim(phone, '+'), body, begun_at from public.text_outbox
        where body <> '' and begun_at is not null and ($1::text is null or phone = '+' || $1)
        order by begun_at desc limit $2)
       order by created_at desc limit $2`,
      [to === undefined ? null : to.replace(/\D/g, ''), limit],
    );
    return rows.map(({ id, phone, body, created_at }) => ({
      id,
      to: `+${phone}`,
      text: body,
      sentAt: new Date(created_at).toISOString(),
    }));
  },
});
