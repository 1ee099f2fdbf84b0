import { useState } from 'react';
import { Button } from '@/components/ui/button.tsx';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { Problem } from '@/components/ui/notice.tsx';
import { failureSentence } from '@/lib/failure-sentence.ts';

type TextButtonsProps = {
  /** What is saved, for screen readers: "privacy policy". */
  what: string;
  save: { isPending: boolean; error: Error | null };
  /** Left out while the product's own wording is shown. */
  onRestore?: (() => void) | undefined;
};

/** The end of a form of a text. */
export function TextButtons({ what, save, onRestore }: TextButtonsProps) {
  const [isAsked, setIsAsked] = useState(false);
  return (
    <>
      {save.error && <Problem title="Not saved">{failureSentence(save.error)}</Problem>}
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" busy={save.isPending} aria-label={`Save ${what}`}>
          Save
        </Button>
        {onRestore && (
          <Button variant="ghost" disabled={save.isPending} onClick={() => setIsAsked(true)}>
            Restore default
          </Button>
        )}
      </div>
      {onRestore && (
        <ConfirmDialog
          open={isAsked}
          onOpenChange={setIsAsked}
          title="Restore the default?"
          description={`Your own ${what} can’t be brought back. Customers see the default from now on.`}
          confirmLabel="Restore default"
          cancelLabel="Keep mine"
          variant="danger"
          onConfirm={() => {
            setIsAsked(false);
            onRestore();
          }}
        />
      )}
    </>
  );
}
