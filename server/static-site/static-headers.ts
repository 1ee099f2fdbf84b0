type Headers = Readonly<Record<string, string>>;

/**
 * A `_headers` file: rules of a path, or of everything below it, with their headers. Hosts that read it join the values
 * of all rules that match. So headers that are the same everywhere are in the rule of every path, and the others only
 * in rules that do not overlap.
 */
export function headersFile(rules: ReadonlyMap<string, Headers>): string {
  const [first = {}, ...others] = rules.values();
  const isCommon = ([name, value]: [string, string]) =>
    others.every((headers) => headers[name] === value);
  const common = Object.fromEntries(Object.entries(first).filter(isCommon));
  const rest = [...rules].map(([path, headers]): [string, Headers] => [
    path,
    Object.fromEntries(Object.entries(headers).filter(([name]) => !(name in common))),
  ]);
  return [['/*', common] as const, ...rest]
    .filter(([, headers]) => Object.keys(headers).length > 0)
    .map(([path, headers]) => [path, ...Object.entries(headers).map(line)].join('\n'))
    .join('\n\n')
    .concat('\n');
}

const line = ([name, value]: [string, string]) => `  ${name}: ${value}`;
