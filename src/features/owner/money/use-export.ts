import { useEffect, useRef, useState } from 'react';
import { logFailure } from '@/lib/log-failure.ts';
import { saveFile } from '@/lib/save-file.ts';
import { toast } from '@/lib/toast.ts';
import type { ExportPlace, ExportRows } from '@contracts/money.ts';
import { getExportPage, type ExportPage } from './api/export-page.ts';
import type { DayRange } from './range.ts';

export type ExportState =
  | { status: 'idle' }
  | { status: 'fetching'; done: number; total: number | null }
  | { status: 'done'; rows: number }
  | { status: 'failed' };

/** Fetches page after page of what is exported, hands it out as one file, and can be stopped between. */
export function useExport(kind: keyof ExportRows, range: DayRange) {
  const [state, setState] = useState<ExportState>({ status: 'idle' });
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  const start = async () => {
    const { signal } = (running.current = new AbortController());
    setState({ status: 'fetching', done: 0, total: null });
    try {
      const rows = await allPages(kind, range, signal, (done, total) =>
        setState({ status: 'fetching', done, total }),
      );
      const { csvOf } = await import('./csv.ts');
      if (signal.aborted) return;
      saveFile(
        `${kind}-${range.from}-to-${range.until}.csv`,
        'text/csv;charset=utf-8',
        csvOf(kind, rows),
      );
      setState({ status: 'done', rows: rows.length });
      toast({ title: 'Saved', description: `${rows.length} lines are in the file.` });
    } catch (error) {
      if (signal.aborted) return;
      logFailure(`Could not export the ${kind}`, error);
      setState({ status: 'failed' });
    }
  };
  const cancel = () => {
    running.current?.abort();
    setState({ status: 'idle' });
  };
  return { state, start: () => void start(), cancel };
}

async function allPages<Kind extends keyof ExportRows>(
  kind: Kind,
  range: DayRange,
  signal: AbortSignal,
  onPage: (done: number, total: number | null) => void,
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
