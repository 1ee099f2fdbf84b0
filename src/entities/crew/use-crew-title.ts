import { useQuery } from '@tanstack/react-query';
import type { Crew } from '@contracts/crews.ts';
import { crewsQuery } from './crews-query.ts';

export type TitledCrew = Pick<Crew, 'number' | 'title'>;

const untitled = (crew: number): string => `Crew ${crew}`;

/** What a crew is called: its name, else "Crew 2". Asks for the names only where there are several crews. */
export function useCrewTitle(hasSeveral: boolean): (crew: number) => string {
  const { data } = useQuery({ ...crewsQuery, enabled: hasSeveral });
  return (crew) => data?.find(({ number }) => number === crew)?.title ?? untitled(crew);
}

/** The crews to choose from, which are `count`. A number may be missing among them: a removed crew's. */
export function useCrews(count: number): readonly TitledCrew[] {
  const { data } = useQuery({ ...crewsQuery, enabled: count > 1 });
  return (
    data ??
    Array.from({ length: count }, (_, index) => ({ number: index + 1, title: untitled(index + 1) }))
  );
}
