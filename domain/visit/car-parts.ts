/** A part of the car on the drawing from above, its front at the top; from and to in thousandths of its size. */
type Part = { name: string; left: number; right: number; top: number; bottom: number };

/** Sides fold out, so each has a strip of its own. Where two overlap, the first one counts. */
const carParts = {
  'front-left-wheel': { name: 'Front left wheel', left: 0, right: 110, top: 160, bottom: 290 },
  'front-right-wheel': { name: 'Front right wheel', left: 890, right: 1000, top: 160, bottom: 290 },
  'rear-left-wheel': { name: 'Rear left wheel', left: 0, right: 110, top: 720, bottom: 850 },
  'rear-right-wheel': { name: 'Rear right wheel', left: 890, right: 1000, top: 720, bottom: 850 },
  'left-mirror': { name: 'Left mirror', left: 0, right: 150, top: 330, bottom: 390 },
  'right-mirror': { name: 'Right mirror', left: 850, right: 1000, top: 330, bottom: 390 },
  'front-bumper': { name: 'Front bumper', left: 0, right: 1000, top: 0, bottom: 90 },
  'rear-bumper': { name: 'Rear bumper', left: 0, right: 1000, top: 910, bottom: 1000 },
  'front-left-fender': { name: 'Front left fender', left: 0, right: 250, top: 90, bottom: 330 },
  'front-right-fender': {
    name: 'Front right fender',
    left: 750,
    right: 1000,
    top: 90,
    bottom: 330,
  },
  'front-left-door': { name: 'Front left door', left: 0, right: 250, top: 330, bottom: 540 },
  'front-right-door': { name: 'Front right door', left: 750, right: 1000, top: 330, bottom: 540 },
  'rear-left-door': { name: 'Rear left door', left: 0, right: 250, top: 540, bottom: 720 },
  'rear-right-door': { name: 'Rear right door', left: 750, right: 1000, top: 540, bottom: 720 },
  'rear-left-fender': { name: 'Rear left fender', left: 0, right: 250, top: 720, bottom: 910 },
  'rear-right-fender': { name: 'Rear right fender', left: 750, right: 1000, top: 720, bottom: 910 },
  hood: { name: 'Hood', left: 250, right: 750, top: 90, bottom: 310 },
  windshield: { name: 'Windshield', left: 250, right: 750, top: 310, bottom: 420 },
  roof: { name: 'Roof', left: 250, right: 750, top: 420, bottom: 700 },
  'rear-window': { name: 'Rear window', left: 250, right: 750, top: 700, bottom: 790 },
  trunk: { name: 'Trunk', left: 250, right: 750, top: 790, bottom: 910 },
} as const satisfies Record<string, Part>;

export type CarPart = keyof typeof carParts;

export const carPartNames = Object.entries(carParts).map(([id, { name }]) => ({
  id: id as CarPart,
  name,
}));

/** The name of a part; one that this version does not know is told as it is stored. */
export const carPartName = (part: string): string =>
  carPartNames.find(({ id }) => id === part)?.name ?? part;

/** A point in thousandths of the drawing's width and height. */
export type Point = { x: number; y: number };

/** The part at a point. */
export const carPartAt = ({ x, y }: Point): CarPart =>
  carPartNames.find(({ id }) => {
    const { left, right, top, bottom } = carParts[id];
    return x >= left && x <= right && y >= top && y <= bottom;
  })?.id ?? 'roof';

/** Where a mark of a part stands that was chosen from the list. */
export const middleOf = (part: CarPart): Point => {
  const { left, right, top, bottom } = carParts[part];
  return { x: Math.round((left + right) / 2), y: Math.round((top + bottom) / 2) };
};

export const conditionNames = {
  scratch: 'Scratch',
  dent: 'Dent',
  stain: 'Stain',
  chip: 'Chip',
  other: 'Other',
} as const;

/** "Hood: scratch, above the badge" */
export function conditionInWords(mark: {
  part: string;
  kind: keyof typeof conditionNames;
  note: string;
}): string {
  const kind = conditionNames[mark.kind].toLowerCase();
  return `${carPartName(mark.part)}: ${kind}${mark.note === '' ? '' : `, ${mark.note}`}`;
}
