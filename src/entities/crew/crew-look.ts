/** As many colours as people tell apart; the next crew begins again, and its initials tell them apart. */
const colours = 6;

/** The class that gives a crew's colour as `--crew`. */
export const crewLook = (crew: number): string => `crew-look-${(crew - 1) % colours}`;

/** "North van" -> "NV", "Crew 12" -> "C12", "Halton" -> "Ha" */
export function crewInitials(title: string): string {
  const words = title.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const [first = '', second] = words;
  if (second === undefined) return first.slice(0, 2);
  return `${first.slice(0, 1)}${/^\d+$/.test(second) ? second : second.slice(0, 1)}`.toUpperCase();
}
