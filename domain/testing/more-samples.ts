import { eachMore, moreChoices } from '../booking/more-fields.ts';

/** A text for each optional detail of a booking; yes for a choice. */
export const moreSamples = (textOf: (label: string) => string = (label) => `Their ${label}`) =>
  eachMore((_, { kind, label }) => (kind === 'choice' ? moreChoices[0] : textOf(label)));
