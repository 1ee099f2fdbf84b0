import type { CarOfDay } from '@contracts/dashboard.ts';
import { CarCard } from './car-card.tsx';

const isOver = ({ done_at: done, no_show_at: missed }: CarOfDay) =>
  done !== null || missed !== null;

/** In the order of the day; the first that is neither over nor called off is the one that is next. */
export function TodayCars({ cars }: { cars: readonly CarOfDay[] }) {
  const next = cars.find((car) => !isOver(car) && car.called_off === null);
  const hasCrews = new Set(cars.map(({ crew }) => crew)).size > 1;
  return (
    <ol className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {cars.map((car) => (
        <li key={car.id}>
          <CarCard car={car} isNext={car === next} isOver={isOver(car)} showsCrew={hasCrews} />
        </li>
      ))}
    </ol>
  );
}
