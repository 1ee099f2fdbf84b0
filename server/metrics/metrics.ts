import type { MiddlewareHandler } from 'hono';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { version } from '../../package.json';
import { stuckKinds } from '../admin/find-stuck.ts';
import { asksWhetherAnswers } from '../backend/database/answers.ts';
import type { Database } from '../backend/database/database.ts';
import { fromNoConnection } from '../client-address.ts';
import { routeOf } from '../request-route.ts';
import { businessFigures } from './business-figures.ts';

export type Metrics = {
  /** Measures each request that came over a connection. */
  watch: MiddlewareHandler;
  /** A payment's event took this long from the provider to its effect here. */
  webhookApplied: (seconds: number) => void;
  /** In the text format of Prometheus. Answers also while the database is unavailable. */
  scrape: () => Promise<{ type: string; text: string }>;
};

/** The gauges of the columns of business-figures.sql. */
const figures = {
  mails_waiting: [
    'mail_outbox_waiting',
    'Emails that are due or failed before, and wait to be sent',
  ],
  mails_oldest_seconds: ['mail_outbox_oldest_seconds', 'Age of the oldest waiting email'],
  mails_failed: ['mail_outbox_failed', 'Emails that were given up'],
  texts_waiting: ['text_outbox_waiting', 'Text messages that are due'],
  holds_open: ['holds_open', 'Times held while customers pay'],
  refunds_waiting: ['refunds_waiting', 'Refunds that wait to be sent to the payment provider'],
  refunds_oldest_seconds: ['refunds_oldest_seconds', 'Age of the oldest waiting refund'],
  refunds_failed: ['refunds_failed', 'Refunds that failed and were not replaced'],
  findings_open: ['payment_findings_open', 'Payments that need attention'],
  backup_succeeded_seconds: [
    'backup_last_success_timestamp_seconds',
    'Moment of the newest scheduled backup since 1970, 0 before the first',
  ],
} as const;

const methods = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS']);

/**
 * The measurements of one host. Labels have few values, and none that a client chooses. `answers` says whether the database
 * answers now and can be written, `isDiskStuck` whether this machine's disk is nearly full now: a full one has no room for
 * the report of it.
 */
export function openMetrics(
  database: Database,
  clientAddress: (request: Request) => string,
  { answers = asksWhetherAnswers(database), isDiskStuck = () => Promise.resolve(false) } = {},
): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'build_info',
    help: 'Always 1; the version is a label',
    labelNames: ['version'],
    registers,
  }).set({ version }, 1);
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time until a request is answered, or a stream begins',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const webhooks = new Histogram({
    name: 'webhook_lag_seconds',
    help: 'Time from an event at the payment provider to its effect',
    buckets: [0.1, 0.5, 1, 2, 5, 15, 60, 300, 1800, 7200],
    registers,
  });
  gatherDatabase(database, registers, { answers, isDiskStuck });
  return {
    watch: async (context, next) => {
      const startedAt = performance.now();
      await next();
      const { method, raw } = context.req;
      if (clientAddress(raw) === fromNoConnection) return;
      requests.observe(
        {
          method: methods.has(method) ? method : 'other',
          route: routeOf(context),
          status: String(context.res.status),
        },
        (performance.now() - startedAt) / 1000,
      );
    },
    webhookApplied: (seconds) => webhooks.observe(Math.max(0, seconds)),
    scrape: async () => ({ type: registry.contentType, text: await registry.metrics() }),
  };
}

function gatherDatabase(
  database: Database,
  registers: Registry[],
  { answers, isDiskStuck }: Record<'answers' | 'isDiskStuck', () => Promise<boolean>>,
) {
  const figuresOf = businessFigures(database);
  // Figures may be a few seconds old, but not older than an outage.
  const read = async () => ((await answers()) ? await figuresOf() : null);
  const { pool } = database;
  new Gauge({
    name: 'database_up',
    help: '1 if the database answered and can be written',
    registers,
    async collect() {
      this.set((await answers()) ? 1 : 0);
    },
  });
  for (const [column, [name, help]] of Object.entries(figures)) {
    new Gauge({
      name,
      help,
      registers,
      // No value is better than an old one.
      async collect() {
        const value = (await read())?.figures[column];
        if (value === undefined) this.remove();
        else this.set(value);
      },
    });
  }
  new Gauge({
    name: 'waiting_too_long',
    help: 'What waits too long or failed, by its kind: the command stuck lists it',
    labelNames: ['kind'],
    registers,
    async collect() {
      this.reset();
      const late = (await read())?.late;
      if (late) for (const kind of Object.keys(stuckKinds)) this.set({ kind }, late[kind] ?? 0);
      if (await isDiskStuck()) this.set({ kind: 'disk' }, Math.max(1, late?.['disk'] ?? 0));
    },
  });
  new Gauge({
    name: 'database_pool_connections',
    help: 'Connections of this process: total, idle; and requests that wait for one',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'total' }, pool.totalCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
}
