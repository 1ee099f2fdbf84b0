import { Button } from '@/components/ui/button.tsx';
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
  return (
    <>
      {save.error && <Problem title="Not saved">{failureSentence(save.error)}</Problem>}
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" busy={save.isPending} aria-label={`Save ${what}`}>
          Save
        </Button>
        {onRestore && (
          <Button variant="ghost" disabled={save.isPending} onClick={onRestore}>
            Restore default
          </Button>
        )}
      </div>
    </>
  );
}
