import type { Pool, PoolClient } from 'pg';
import { asRequest } from '../../../server/backend/database/request-transaction.ts';
import type { Person } from '../cast.ts';

/** A step of a plan that read a table, with the number of rows it read. */
export type Read = { table: string; how: string; rows: number; statement: string };

type Node = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Rows Removed by Join Filter'?: number;
  Plans?: Node[];
};

/** A step of a plan, with the number of rows that it looked at and the index that it used. */
export type Step = { how: string; rows: number; statement: string; index?: string | undefined };

const settings = [
  `load 'auto_explain'`,
  'set auto_explain.log_min_duration = 0',
  'set auto_explain.log_analyze = on',
  'set auto_explain.log_timing = off',
  'set auto_explain.log_nested_statements = on',
  'set auto_explain.log_format = json',
  'set auto_explain.log_level = notice',
  'set client_min_messages = notice',
];

class Undone extends Error {}

/**
 * Runs a statement as that person and returns what it read, including within functions: the server explains every
 * statement. The statement is rolled back and may be refused: reads up to then count. The pool must hold one
 * connection, a superuser's.
 */
export const readsOf = async (pool: Pool, who: Person, sql: string): Promise<Read[]> =>
  (await plansOf(pool, who, sql)).flatMap(({ plan, statement }) => readsInNode(plan, statement));

/** The same for every step, such as the comparison of two lists. */
export const stepsOf = async (pool: Pool, who: Person, sql: string): Promise<Step[]> =>
  (await plansOf(pool, who, sql)).flatMap(({ plan, statement }) => stepsInNode(plan, statement));

async function plansOf(pool: Pool, who: Person, sql: string) {
  const messages: string[] = [];
  const listen = ({ message }: { message?: string | undefined }) => messages.push(message ?? '');
  await withConnection(pool, async (client) => {
    for (const setting of settings) await client.query(setting);
    client.on('notice', listen);
  });
  try {
    await asRequest(
      { pool },
      { identity: who.identity, headers: who.headers, method: 'POST', path: '/', writes: false },
      async (client) => {
        await client.query(sql);
        throw new Undone();
      },
    );
  } catch (error) {
    if (!(error instanceof Undone) && !isRefusal(error)) throw error;
  } finally {
    await withConnection(pool, (client) => {
      client.off('notice', listen);
    });
  }
  return messages.flatMap(planInMessage);
}

// The codes of the product's own refusals.
const isRefusal = (error: unknown) =>
  error instanceof Error && 'code' in error && /^PT4/.test(String(error.code));

async function withConnection(pool: Pool, work: (client: PoolClient) => void | Promise<void>) {
  const client = await pool.connect();
  try {
    await work(client);
  } finally {
    client.release();
  }
}

function planInMessage(message: string): { plan: Node; statement: string }[] {
  const plan = message.indexOf('{');
  if (!message.startsWith('duration:') || plan < 0) return [];
  const explained = JSON.parse(message.slice(plan)) as { 'Query Text': string; Plan: Node };
  return [{ plan: explained.Plan, statement: explained['Query Text'].trim() }];
}

function readsInNode(node: Node, statement: string): Read[] {
  const below = (node.Plans ?? []).flatMap((child) => readsInNode(child, statement));
  const table = node['Relation Name'];
  if (!table || node['Node Type'] === 'ModifyTable') return below;
  return [{ table, how: node['Node Type'], rows: rowsOf(node), statement }, ...below];
}

const stepsInNode = (node: Node, statement: string): Step[] => [
  { how: node['Node Type'], rows: rowsOf(node), statement, index: node['Index Name'] },
  ...(node.Plans ?? []).flatMap((child) => stepsInNode(child, statement)),
];

const rowsOf = (node: Node): number =>
  ((node['Actual Rows'] ?? 0) +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0) +
    (node['Rows Removed by Join Filter'] ?? 0)) *
  (node['Actual Loops'] ?? 1);
