import { useEffect, useRef, useState } from 'react';
import type { Business } from '@domain/business/business.ts';
import { localToday } from '@domain/time/local-day.ts';
import { useBusiness } from '@/lib/business.ts';
import { loadFile } from '@/lib/late.ts';
import { logFailure } from '@/lib/log-failure.ts';
import { saveFile } from '@/lib/save-file.ts';
import { toast } from '@/lib/toast.ts';
import type { ExportPlace, ExportRows } from '@contracts/money.ts';
import type { AccountingProgram } from './csv.ts';
import { getExportPage, type ExportPage } from './api/export-page.ts';
import type { DayRange } from './range.ts';

export type ExportState =
  | { status: 'idle' }
  | { status: 'fetching'; done: number; total: number | null }
  | { status: 'done'; rows: number }
  | { status: 'failed' };

/** A file of the money report; `payments` also in the shape that an accounting program imports. */
export type ExportFile = keyof ExportRows | AccountingProgram;

/** Fetches page after page of what is exported, hands it out as one file, and can be stopped between. */
export function useExport(file: ExportFile, range: DayRange) {
  const [state, setState] = useState<ExportState>({ status: 'idle' });
  const business = useBusiness();
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  const start = async () => {
    const { signal } = (running.current = new AbortController());
    setState({ status: 'fetching', done: 0, total: null });
    try {
      const onPage = (done: number, total: number | null) =>
        setState({ status: 'fetching', done, total });
      const { text, rows } = await fileOf(file, range, business, { signal, onPage });
      if (signal.aborted) return;
      saveFile(`${file}-${range.from}-to-${range.until}.csv`, 'text/csv;charset=utf-8', text);
      setState({ status: 'done', rows });
      toast({ title: 'Saved', description: `${rows} lines are in the file.` });
    } catch (error) {
      if (signal.aborted) return;
      logFailure(`Could not export the ${file}`, error);
      setState({ status: 'failed' });
    }
  };
  const cancel = () => {
    running.current?.abort();
    setState({ status: 'idle' });
  };
  return { state, start: () => void start(), cancel };
}

type OnPage = (done: number, total: number | null) => void;

type Fetching = { signal: AbortSignal; onPage: OnPage };

/** The text of a file and its number of lines. */
async function fileOf(
  file: ExportFile,
  range: DayRange,
  business: Business,
  { signal, onPage }: Fetching,
) {
  const { accountingCsv, bookingsCsv, paymentsCsv } = await loadFile(() => import('./csv.ts'));
  if (file === 'bookings') {
    const rows = await allPages('bookings', range, signal, onPage);
    return {
      text: bookingsCsv(rows, { today: localToday(Date.now()), business }),
      rows: rows.length,
    };
  }
  const rows = await allPages('payments', range, signal, onPage);
  const text = file === 'payments' ? paymentsCsv(rows) : accountingCsv(file, rows);
  return { text, rows: rows.length };
}

async function allPages<Kind extends keyof ExportRows>(
  kind: Kind,
  range: DayRange,
  signal: AbortSignal,
  onPage: OnPage,
): Promise<ExportRows[Kind][]> {
  const rows: ExportRows[Kind][] = [];
  let total: number | null = null;
  let after: ExportPlace = null;
  do {
    const page: ExportPage<ExportRows[Kind]> = await getExportPage[kind](range, { after, signal });
    signal.throwIfAborted();
    rows.push(...page.rows);
    total ??= page.total;
    after = page.next;
    onPage(rows.length, total);
  } while (after !== null);
  return rows;
}
