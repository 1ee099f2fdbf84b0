import { useMutation } from '@tanstack/react-query';
import { Button } from '@/components/ui/button.tsx';
import { loadFile } from '@/lib/late.ts';
import { saveFile } from '@/lib/save-file.ts';
import { toast } from '@/lib/toast.ts';
import type { DayRange } from '../range.ts';

type SaveReportProps = {
  /** What is saved: "by service". */
  label: string;
  file: string;
  range: DayRange;
  rows: readonly Record<string, string>[];
};

/** Saves a report as a file for a spreadsheet. */
export function SaveReport({ label, file, range, rows }: SaveReportProps) {
  const save = useMutation({
    mutationFn: async () => {
      const { textCsv } = await loadFile(() => import('../csv.ts'));
      const name = `${file}-${range.from}-to-${range.until}.csv`;
      saveFile(name, 'text/csv;charset=utf-8', textCsv(rows));
    },
    onSuccess: () => toast({ title: 'Saved', description: 'The file is in your downloads.' }),
  });
  return (
    <div className="mt-3">
      <Button
        variant="secondary"
        aria-label={`Save ${label} as CSV`}
        busy={save.isPending}
        onClick={() => save.mutate()}
      >
        Save as CSV
      </Button>
      {save.isError && (
        <p role="alert" className="mt-2 text-sm text-danger">
          The file could not be made. Reload the page and try again.
        </p>
      )}
    </div>
  );
}
