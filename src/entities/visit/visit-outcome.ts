type Visit = {
  /** A local date. */
  booking_date: string;
  done_at: string | null;
  no_show_at: string | null;
};

/** What became of a confirmed visit, in a word: the same on every page of the owner. `today` is a local date. */
export function visitOutcome({ booking_date: day, ...visit }: Visit, today: string) {
  if (visit.no_show_at !== null) return 'No-show';
  if (visit.done_at !== null) return 'Done';
  if (day > today) return 'Upcoming';
  return day === today ? 'Today' : 'Not marked done';
}
