import { business } from '@domain/business.ts';
import { Stars } from '@/components/ui/stars.tsx';
import type { ReviewRecord } from '../api/get-reviews.ts';

const monthAndYear = new Intl.DateTimeFormat('en-US', {
  month: 'long',
  year: 'numeric',
  timeZone: business.timeZone,
});

export function ReviewCard({ review }: { review: ReviewRecord }) {
  const { customer_name: name, rating, comment, photo_url: photo, created_at: writtenAt } = review;
  return (
    <article className="flex h-full flex-col border border-hairline bg-ivory">
      {photo && (
        <img
          src={photo}
          alt={`Photo by ${name}`}
          loading="lazy"
          className="aspect-[4/3] w-full object-cover"
        />
      )}
      <div className="flex flex-1 flex-col p-6 sm:p-8">
        <Stars rating={rating} className="h-5 self-start" />
        {comment && <p className="mt-5 text-lg leading-relaxed whitespace-pre-line">{comment}</p>}
        <p className="mt-auto flex flex-wrap items-baseline justify-between gap-x-4 pt-7">
          <span className="font-semibold">{name}</span>
          <time dateTime={writtenAt} className="text-sm text-ink-soft">
            {monthAndYear.format(new Date(writtenAt))}
          </time>
        </p>
      </div>
    </article>
  );
}
