import { readdirSync } from 'node:fs';
import { z } from 'zod';
import type { Contract } from '../contracts/contract.ts';

const folder = new URL('../contracts/', import.meta.url);

const isContract = (value: unknown): value is Contract<string, unknown> =>
  typeof value === 'object' && value !== null && 'name' in value && 'shape' in value;

const modules = await Promise.all(
  readdirSync(folder).map(
    (file) => import(/* @vite-ignore */ new URL(file, folder).pathname) as Promise<object>,
  ),
);

/** All contracts. A function with two kinds of answers has two. */
const contracts = modules
  .flatMap((exports): unknown[] => Object.values(exports))
  .filter(isContract);

export const hasContract = (name: string) => contracts.some((contract) => contract.name === name);

/** Fails when an answer lacks a field that callers need. */
export function requireContract(name: string, answer: unknown): void {
  const results = contracts
    .filter((contract) => contract.name === name)
    .map(({ shape }) => z.safeParse(shape, answer));
  if (results.length === 0 || results.some(({ success }) => success)) return;
  throw new Error(`${name} breaks its contract: ${results[0]?.error?.message}`);
}
