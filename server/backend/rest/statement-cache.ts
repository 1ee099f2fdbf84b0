import { keptStatement, type KeptStatement } from '../database/statement-unit.ts';

/** The maximum number of cached statements, and the maximum length of a shape. */
const mostStatements = 200;
const longestShape = 2_000;

/**
 * Statements by the shape of their request: everything that decides the statement's text, and nothing that it takes
 * as a parameter. Shapes come from requests, so there are few, and the least recently used one leaves first.
 */
export class StatementCache {
  readonly #most: number;
  readonly #kept = new Map<string, KeptStatement>();
  /** How often a statement was found, and how often it was built. */
  readonly counts = { found: 0, built: 0 };

  constructor(most = mostStatements) {
    this.#most = most;
  }

  get size() {
    return this.#kept.size;
  }

  /** The statement of a shape. What `build` throws is not cached. */
  statementOf(shape: string, build: () => string): KeptStatement {
    const found = this.#kept.get(shape);
    if (found) {
      this.counts.found += 1;
      this.#kept.delete(shape);
      this.#kept.set(shape, found);
      return found;
    }
    this.counts.built += 1;
    const built = keptStatement(build());
    if (shape.length <= longestShape) this.#keep(shape, built);
    return built;
  }

  #keep(shape: string, built: KeptStatement) {
    this.#kept.set(shape, built);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > this.#most && oldest !== undefined) this.#kept.delete(oldest);
  }
}
