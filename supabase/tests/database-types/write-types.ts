import type { Argument, Catalogue, Column, Relation, SqlFunction } from './read-catalogue.ts';

const typeNames: Readonly<Record<string, string>> = {
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float8: 'number',
  numeric: 'number',
  json: 'Json',
  jsonb: 'Json',
  tstzrange: 'unknown',
  void: 'undefined',
};

// The catalogue names an array type by its elements' type after an underscore.
const nameOf = (sqlType: string): string =>
  sqlType.startsWith('_') ? `${nameOf(sqlType.slice(1))}[]` : (typeNames[sqlType] ?? 'string');

const header = `// Written from the migrations by npm run types:database: do not edit.

export type Json =
  string | number | boolean | null | { readonly [key: string]: Json | undefined } | readonly Json[];
`;

/** The TypeScript types for the hosted backend's client, as source text. */
export function writeTypes({ relations, functions }: Catalogue): string {
  const ofKind = (kind: Relation['kind']) => relations.filter((one) => one.kind === kind);
  return `${header}
export type Database = {
  public: {
    Tables: { ${ofKind('table').map(tableType).join('\n')} };
    Views: { ${ofKind('view').map(viewType).join('\n')} };
    Functions: { ${functions.map(functionType).join('\n')} };
    Enums: { [_ in never]: never };
    CompositeTypes: { [_ in never]: never };
  };
};
`;
}

const fields = (columns: Column[], optional: (column: Column) => boolean) =>
  columns
    .map((column) => `${column.name}${optional(column) ? '?' : ''}: ${valueType(column)};`)
    .join('\n');

const valueType = ({ type, words, isNullable }: Column) =>
  orNull(words ? words.map((word) => `'${word}'`).join(' | ') : nameOf(type), isNullable);

const orNull = (type: string, isNullable: boolean) => (isNullable ? `${type} | null` : type);

const tableType = (table: Relation) => {
  const writable = table.columns.filter((column) => !column.isGenerated);
  return `${table.name}: {
    Row: { ${fields(table.columns, () => false)} };
    Insert: { ${fields(writable, (column) => column.hasDefault || column.isNullable)} };
    Update: { ${fields(writable, () => true)} };
    Relationships: [${table.foreignKeys.map((key) => JSON.stringify(key)).join(', ')}];
  };`;
};

const viewType = (view: Relation) =>
  `${view.name}: { Row: { ${fields(view.columns, () => false)} }; Relationships: [] };`;

// PostgreSQL accepts null for every argument. For these functions null has a meaning, although it is not the
// default.
const nullableArguments: Readonly<Record<string, readonly string[]>> = {
  add_time_off: ['from_time', 'until_time'],
  apply_payment_event: ['target_booking_id'],
  holds_being_paid: ['account', 'email', 'holder_token', 'named_booking_id'],
  mend_finding: ['note'],
  note_unmatched_intent: ['target_booking_id'],
  own_hold: ['account', 'holder_token'],
  record_refund: ['stripe_refund_id'],
};

const argumentType = (sqlFunction: string, { name, type, hasDefault, isNullable }: Argument) => {
  const mayBeNull = isNullable || nullableArguments[sqlFunction]?.includes(name) === true;
  const list = type.startsWith('_') ? 'readonly ' : '';
  return `${name}${hasDefault ? '?' : ''}: ${orNull(list + nameOf(type), mayBeNull)};`;
};

const functionType = (sqlFunction: SqlFunction) => {
  const args = sqlFunction.args.map((one) => argumentType(sqlFunction.name, one));
  const argsType = args.length > 0 ? `{ ${args.join('\n')} }` : 'Record<PropertyKey, never>';
  return `${sqlFunction.name}: { Args: ${argsType}; Returns: ${returnType(sqlFunction)} };`;
};

function returnType({ returnType: type, returnsSet, returnsTable, returnColumns }: SqlFunction) {
  const one = returnsTable
    ? `Database['public']['Tables']['${returnsTable}']['Row']`
    : returnColumns.length > 0
      ? `{ ${returnColumns.map((column) => `${column.name}: ${nameOf(column.type)};`).join('\n')} }`
      : nameOf(type);
  return returnsSet ? `${one}[]` : one;
}
