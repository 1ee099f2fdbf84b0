import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { lateCount } from '../travel-words.ts';
import type { TravelEditor } from '../use-travel-editor.ts';
import { LateList } from './late-visits.tsx';

const shown = 6;

/** Before travel is switched on, or settings are saved that make visits late: what changes. */
export function ImpactQuestion({ editor }: { editor: TravelEditor }) {
  const { question, settings, changes, isSaving, save, dropQuestion } = editor;
  const { late = [], total = 0, turnsOn = false } = question ?? {};
  const { packingMinutes, setupMinutes } = { ...settings, ...changes };
  const stay = 'They stay as booked, and customers aren’t notified.';
  return (
    <ConfirmDialog
      open={question !== null}
      onOpenChange={(open) => !open && dropQuestion()}
      title={turnsOn ? 'Switch travel on?' : lateCount(total)}
      description={
        turnsOn
          ? `Customers then enter their postal code before they choose a time. Between two visits there must be the drive, ${packingMinutes} minutes to pack up and ${setupMinutes} minutes to set up.`
          : stay
      }
      confirmLabel={confirmLabel(isSaving, turnsOn)}
      cancelLabel={turnsOn ? 'Keep it off' : 'Keep editing'}
      busy={isSaving}
      onConfirm={() => void save({ isOn: true, isApproved: true })}
    >
      {turnsOn && (
        <p className="font-semibold">
          {total === 0
            ? 'A van can reach every upcoming visit in time.'
            : `${lateCount(total)} under these settings. ${stay}`}
        </p>
      )}
      {total > 0 && <LateList visits={late.slice(0, shown)} isLinked={false} />}
      {total > shown && <p className="mt-3 text-sm text-ink-soft">And {total - shown} more.</p>}
    </ConfirmDialog>
  );
}

function confirmLabel(isSaving: boolean, turnsOn: boolean): string {
  if (isSaving) return 'Saving...';
  return turnsOn ? 'Switch on' : 'Save anyway';
}
