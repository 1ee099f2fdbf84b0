export type PreviewWidth = 'desktop' | 'phone';

const choices: readonly { width: PreviewWidth; label: string }[] = [
  { width: 'desktop', label: 'Desktop' },
  { width: 'phone', label: 'Phone' },
];

type WidthChoiceProps = { width: PreviewWidth; onChange: (width: PreviewWidth) => void };

/** How wide the preview is. On a phone there is only the one width. */
export function WidthChoice({ width, onChange }: WidthChoiceProps) {
  return (
    <div role="group" aria-label="Width of the preview" className="flex max-sm:hidden">
      {choices.map((choice) => (
        <button
          key={choice.width}
          type="button"
          aria-pressed={choice.width === width}
          className="chip rounded-none font-medium not-first:border-l-0 aria-pressed:shadow-[inset_0_-3px_0_var(--color-citrine)]"
          onClick={() => onChange(choice.width)}
        >
          {choice.label}
        </button>
      ))}
    </div>
  );
}
