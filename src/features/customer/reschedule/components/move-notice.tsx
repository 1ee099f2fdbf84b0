import { Notice } from '@/components/ui/notice.tsx';
import type { MoveRefusal } from '../move-refusal.ts';

type MoveNoticeProps = {
  refusal: MoveRefusal | null;
  /** The customer tried to confirm without a time. */
  isIncomplete: boolean;
};

export const incomplete = {
  title: 'Incomplete',
  description: 'Please select a new date and time.',
};

/** Why a time has to be chosen, above the times. */
export function MoveNotice({ refusal, isIncomplete }: MoveNoticeProps) {
  if (refusal?.affects === 'time') {
    return (
      <Notice tone="danger" role="alert" title="That time is no longer available" className="mb-5">
        {refusal.sentence}
      </Notice>
    );
  }
  if (!isIncomplete) return null;
  return (
    <Notice tone="danger" title={incomplete.title} className="mb-5">
      {incomplete.description}
    </Notice>
  );
}
