import { photoProblemWithin } from '@domain/contact/photo.ts';

/** As many of these files as are photos and have room, and what is wrong with the others, or null. */
export async function chooseFiles(
  files: readonly File[],
  { room, most }: { room: number; most: number },
): Promise<{ chosen: File[]; problem: string | null }> {
  const problems = await Promise.all(files.map(photoProblemWithin));
  const good = files.filter((_, index) => problems[index] === null);
  const problem = problems.find((one) => one !== null);
  return {
    chosen: good.slice(0, room),
    problem: problem ?? (good.length > room ? `You can add up to ${most} photos.` : null),
  };
}
