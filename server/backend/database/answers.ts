import type { Database } from './database.ts';

/** Longer than a busy database lets a small question wait, shorter than whoever asks for our health waits. */
const limitMs = 3_000;

/** Whether the database answers, asked now. */
export async function answers({ pool }: Pick<Database, 'pool'>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), limitMs);
  });
  const answered = pool.query('select 1').then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([answered, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
