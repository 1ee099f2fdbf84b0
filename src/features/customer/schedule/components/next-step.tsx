import { Button } from '@/components/ui/button.tsx';
import { Notice } from '@/components/ui/notice.tsx';

type NextStepProps = {
  /** Null until a time is picked. */
  formId: string | null;
  /** Why the booking was refused, if it was. */
  failure: string | null;
  isBusy: boolean;
  onPickTime: () => void;
};

/** Beside the price in a phone's bar, the notice has a line of its own. */
const noticeClass = 'order-first mb-5 basis-full';

/** The button to the next step, below what went wrong with it. */
export function NextStep({ formId, failure, isBusy, onPickTime }: NextStepProps) {
  return (
    <>
      {failure && (
        <Notice
          tone="danger"
          role="alert"
          title="Your booking isn’t made yet"
          className={noticeClass}
        >
          {failure}
        </Notice>
      )}
      {formId ? (
        <Button type="submit" form={formId} busy={isBusy} className="w-full flex-1">
          Continue to Payment
        </Button>
      ) : (
        <Button onClick={onPickTime} className="w-full flex-1">
          Pick a time
        </Button>
      )}
    </>
  );
}
