import { type ReactNode, type Ref, useId, useState } from 'react';
import { Stars } from '@/components/ui/stars.tsx';
import { useBusiness } from '@/lib/business.ts';
import { formatInstantDay } from '@/lib/moments.ts';
import { fixedTerms } from '@domain/business/fixed-terms.ts';
import type { ReviewRecord } from './get-reviews.ts';
import { ReviewPhoto } from './review-photo.tsx';

const monthAndYear = new Intl.DateTimeFormat('en-US', {
  month: 'long',
  year: 'numeric',
  timeZone: fixedTerms.timeZone,
});

type ReviewCardProps = {
  review: ReviewRecord;
  ref?: Ref<HTMLElement>;
  /** Whether to say that it waits, where it stands among those that do not. */
  isMarked?: boolean;
  /** What whoever manages reviews can do with it. They are told its day too, not its month alone. */
  actions?: ReactNode;
};

export function ReviewCard({ review, ref, isMarked, actions }: ReviewCardProps) {
  const { facts } = useBusiness();
  const { customer_name: name, rating, comment, created_at: writtenAt, reply } = review;
  const service = review.service_name;
  return (
    <article
      ref={ref}
      tabIndex={-1}
      aria-label={`Review by ${name}`}
      className="review-card flex h-full flex-col border border-hairline bg-ivory"
    >
      <ReviewPhoto review={review} />
      <div className="flex flex-1 flex-col p-6 sm:p-8">
        <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
          <Stars rating={rating} className="h-5 self-start" />
          {service && <span className="text-sm text-ink-soft">{service}</span>}
          {isMarked && (
            <span className="rounded-badge border border-brass bg-citrine-wash px-2.5 py-0.5 text-sm font-semibold">
              Waiting for approval
            </span>
          )}
        </p>
        {comment && <ReviewComment text={comment} />}
        {reply && (
          <div className="mt-5 border-l-2 border-brass pl-4">
            <p className="text-sm font-semibold">Reply from {facts.name}</p>
            <p className="mt-1 wrap-anywhere whitespace-pre-line text-ink-soft">{reply}</p>
          </div>
        )}
        <p className="mt-auto flex flex-wrap items-baseline justify-between gap-x-4 pt-7">
          <span className="min-w-0 font-semibold wrap-anywhere">{name}</span>
          <time dateTime={writtenAt} className="text-sm text-ink-soft">
            {actions ? formatInstantDay(writtenAt) : monthAndYear.format(new Date(writtenAt))}
          </time>
        </p>
        {actions && <div className="mt-5 border-t border-hairline pt-5">{actions}</div>}
      </div>
    </article>
  );
}

/** About as much as a card shows before it would tower over its neighbours. */
const longText = 240;
const manyLines = 6;

/** What somebody wrote, as text and never as anything else. A long one is folded, but read out whole. */
function ReviewComment({ text }: { text: string }) {
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
