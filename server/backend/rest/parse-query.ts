import { RestError, invalidRange, notEmbedded, parseFailure } from './errors.ts';
import { looksLikeFilter, parseFilter, parseLogic, type Condition } from './parse-filters.ts';
import { parseOrder, type OrderTerm } from './parse-order.ts';
import { parseSelect, type EmbedItem, type SelectItem } from './parse-select.ts';
import { Scanner } from './scanner.ts';
import { checkNesting, checkPatterns } from './value-limits.ts';

/** What is asked of one table: the root, or one embedded in it. `limit` null means all. */
export type ReadNode = {
  items: SelectItem[];
  embeds: { item: EmbedItem; node: ReadNode }[];
  conditions: Condition[];
  order: OrderTerm[];
  limit: number | null;
  offset: number;
};

export type Query = {
  root: ReadNode;
  /** Whether the request said which columns it wants. */
  columns: string[] | null;
  onConflict: string[] | null;
  /** Arguments of a function called by GET. */
  args: Map<string, string>;
};

const deepestRow = Number.MAX_SAFE_INTEGER;

/** Reads the query string. `isFunctionRead`: parameters that are no filters are arguments. */
export function parseQuery(parameters: URLSearchParams, isFunctionRead: boolean): Query {
  const root = nodeFor(parseSelect(parameters.get('select') ?? '*'));
  const args = new Map<string, string>();
  for (const [key, text] of parameters) {
    if (key === 'select' || key === 'columns' || key === 'on_conflict') continue;
    if (isFunctionRead && isArgument(key, text)) {
      checkNesting(text);
      args.set(key, text);
    } else {
      apply(root, key, text);
    }
  }
  checkPatterns(conditionsOf(root));
  return {
    root,
    columns: nameList('columns parameter', parameters.get('columns')),
    onConflict: nameList('on_conflict parameter', parameters.get('on_conflict')),
    args,
  };
}

function nodeFor(items: SelectItem[]): ReadNode {
  const embeds = items
    .filter((item) => item.kind === 'embed')
    .map((item) => ({ item, node: nodeFor(item.items) }));
  return { items, embeds, conditions: [], order: [], limit: null, offset: 0 };
}

const reserved = ['order', 'limit', 'offset', 'and', 'or'];

const isArgument = (key: string, text: string) =>
  !reserved.includes(key) && !key.includes('.') && !looksLikeFilter(text);

const conditionsOf = ({ conditions, embeds }: ReadNode): Condition[] => [
  ...conditions,
  ...embeds.flatMap(({ node }) => conditionsOf(node)),
];

function apply(root: ReadNode, key: string, text: string) {
  const scanner = new Scanner('tree path', key);
  const path: string[] = [];
  let field = scanner.field();
  while (scanner.take('.')) {
    path.push(field.name);
    field = scanner.field();
  }
  scanner.end();
  if (field.path.length === 0 && reserved.includes(field.name)) {
    const isNegated = path.at(-1) === 'not';
    applyReserved(nodeAt(root, isNegated ? path.slice(0, -1) : path), field.name, isNegated, text);
  } else {
    nodeAt(root, path).conditions.push(parseFilter(field, text));
  }
}

function applyReserved(node: ReadNode, word: string, isNegated: boolean, text: string) {
  if (word === 'and' || word === 'or') {
    node.conditions.push(parseLogic(word, isNegated, text));
  } else if (isNegated) {
    throw notEmbedded('not');
  } else if (word === 'order') {
    if (text !== '') node.order.push(...parseOrder(text));
  } else if (word === 'limit') {
    node.limit = rowCount(word, text);
  } else {
    node.offset = rowCount(word, text);
  }
}

function nodeAt(root: ReadNode, path: readonly string[]): ReadNode {
  return path.reduce((node, name) => {
    const found = node.embeds.find(({ item }) => (item.alias ?? item.target) === name);
    const byTarget = node.embeds.find(({ item }) => item.target === name);
    const next = found ?? byTarget;
    if (!next) throw notEmbedded(name);
    return next.node;
  }, root);
}

function rowCount(word: string, text: string): number {
  if (/^-\d+$/.test(text)) {
    throw word === 'limit'
      ? invalidRange('Limit should be greater than or equal to zero.')
      : invalidRange('Offset should be greater than or equal to zero.');
  }
  if (!/^\d+$/.test(text)) throw parseFailure(word, text, 0, 'expecting a whole number');
  const count = Number(text);
  if (count > deepestRow) throw parseFailure(word, text, 0, 'the number is too large');
  return count;
}

function nameList(what: string, text: string | null): string[] | null {
  if (text === null) return null;
  const scanner = new Scanner(what, text);
  const names: string[] = [];
  do {
    scanner.match(/\s*/y);
    names.push(scanner.name());
    scanner.match(/\s*/y);
  } while (scanner.take(','));
  scanner.end();
  return [...new Set(names)];
}

/** Parameters of a changing request that have no meaning there are refused, not dropped. */
export function refuseRange(node: ReadNode) {
  if (node.limit === null && node.offset === 0) return;
  throw new RestError(400, {
    code: 'PGRST127',
    message: 'Feature not implemented',
    details: 'limit and offset are not supported for changes',
  });
}
