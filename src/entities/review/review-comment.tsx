import { useId, useState } from 'react';

/** About as much as a card shows before it would tower over its neighbours. */
const longText = 240;
const manyLines = 6;

/** What somebody wrote, as text and never as anything else. A long one is folded, but read out whole. */
export function ReviewComment({ text }: { text: string }) {
  const [isWhole, setIsWhole] = useState(false);
  const id = useId();
  const isLong = text.length > longText || text.split('\n').length > manyLines;
  return (
    <>
      <p
        id={id}
        data-unfolded={isWhole || undefined}
        className={`mt-5 text-lg leading-relaxed wrap-anywhere whitespace-pre-line ${isLong && !isWhole ? 'line-clamp-6' : ''}`}
      >
        {text}
      </p>
      {isLong && (
        <button
          type="button"
          aria-expanded={isWhole}
          aria-controls={id}
          className="mt-1 inline-flex min-h-11 items-center self-start font-semibold underline decoration-1 underline-offset-[0.3em] hover:decoration-2"
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? 'Show Less' : 'Read More'}
        </button>
      )}
    </>
  );
}
