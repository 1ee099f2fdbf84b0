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

/** The button to the next step, below what went wrong with it. */
export function NextStep({ formId, failure, isBusy, onPickTime }: NextStepProps) {
  return (
    <>
      {failure && (
        <Notice tone="danger" role="alert" title="Your booking isn’t made yet" className="mb-5">
          {failure}
        </Notice>
      )}
      {formId ? (
        <Button type="submit" form={formId} busy={isBusy} className="w-full">
          Continue to Payment
        </Button>
      ) : (
        <Button onClick={onPickTime} className="w-full">
          Pick a time
        </Button>
      )}
    </>
  );
}
