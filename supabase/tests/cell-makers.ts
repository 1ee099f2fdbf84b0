import { cells, type Cells, type Named, type Outcome } from './permission-roles.ts';

export type SqlFunction = {
  /** The name in the catalogue, without the schema. */
  signature: string;
  call: string;
  /** The value it returns, or the code or SQLSTATE of the refusal. */
  cells: Cells;
};

export const forServer = (signature: string, call: string, answer: Outcome): SqlFunction => ({
  signature,
  call: `select ${call}`,
  cells: cells({ service: answer }),
});

export const forPeople = (signature: string, call: string, answers: Named): SqlFunction => ({
  signature,
  call: `select ${call}`,
  cells: cells(answers),
});

/** For administrators only, which the function checks first. */
export const forAdministrators = (signature: string, call: string, answer: Outcome): SqlFunction =>
  forPeople(signature, call, {
    customers: 'administrators_only',
    administrators: answer,
  });

export const actions = ['select', 'insert', 'update', 'delete'] as const;
type Action = (typeof actions)[number];

export type Table = {
  name: string;
  /** For readers of the table, whose triggers call it. */
  column?: string;
  try: Record<Action, string>;
  cells: Record<Action, Cells>;
};

export const serverAlone = (rows: number, changed: Partial<Record<Action, Outcome>> = {}) => ({
  select: cells({ service: rows }),
  insert: cells({ service: changed.insert ?? 1 }),
  update: cells({ service: changed.update ?? rows }),
  delete: cells({ service: changed.delete ?? rows }),
});

export const table = (
  name: string,
  { column = 'id', insert, set }: { column?: string; insert: string; set: string },
  cellsOfTable: Table['cells'],
): Table => ({
  name,
  column,
  try: {
    select: `select ${column} from public.${name}`,
    insert,
    update: `update public.${name} set ${set}`,
    delete: `delete from public.${name}`,
  },
  cells: cellsOfTable,
});
