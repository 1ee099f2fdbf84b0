type Row = Record<string, unknown>;

const times = ['created_at', 'updated_at', 'last_accessed_at'];

/** The same row with its times in the hosted storage's format, such as `2026-11-22T15:00:00.000Z`. */
export function withIsoTimes(row: Row): Row {
  const known = times.filter((name) => typeof row[name] === 'string');
  const iso = known.map((name) => [name, new Date(String(row[name])).toISOString()]);
  return { ...row, ...(Object.fromEntries(iso) as Row) };
}
