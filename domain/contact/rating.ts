/** Approved reviews of one service with one rating; the service is null without a booking. */
export type ReviewCount = { service: string | null; rating: number; count: number };

export type RatingSummary = {
  count: number;
  /** To one decimal; null without reviews. */
  average: number | null;
  /** From five stars down to one. `share` is a fraction of all. */
  byStars: { stars: number; count: number; share: number }[];
};

/** The rating of a service, or of the whole business when `service` is null. */
export function summarizeRatings(
  counts: readonly ReviewCount[],
  service: string | null,
): RatingSummary {
  const counted = counts.filter((one) => service === null || one.service === service);
  const count = sum(counted.map((one) => one.count));
  const stars = sum(counted.map((one) => one.count * one.rating));
  return {
    count,
    average: count === 0 ? null : Math.round((stars / count) * 10) / 10,
    byStars: [5, 4, 3, 2, 1].map((rating) => {
      const given = sum(counted.filter((one) => one.rating === rating).map((one) => one.count));
      return { stars: rating, count: given, share: count === 0 ? 0 : given / count };
    }),
  };
}

/** The services with reviews, most reviews first, then by name. */
export function reviewedServices(
  counts: readonly ReviewCount[],
): { name: string; count: number }[] {
  const names = [...new Set(counts.flatMap(({ service }) => service ?? []))];
  return names
    .map((name) => ({ name, count: summarizeRatings(counts, name).count }))
    .sort((one, other) => other.count - one.count || one.name.localeCompare(other.name));
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
