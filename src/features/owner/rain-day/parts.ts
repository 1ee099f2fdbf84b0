/** The parts of a day that can be closed for rain. */
export const rainParts = ['day', 'morning', 'afternoon'] as const;
export type RainPart = (typeof rainParts)[number];

export const partLabels: Record<RainPart, { label: string; note: string; inSentence: string }> = {
  day: { label: 'The whole day', note: 'Morning and afternoon', inSentence: 'the whole day' },
  morning: { label: 'The morning', note: 'Until noon', inSentence: 'the morning' },
  afternoon: { label: 'The afternoon', note: 'From noon', inSentence: 'the afternoon' },
};

export function isRainPart(value: unknown): value is RainPart {
  return rainParts.some((part) => part === value);
}

/** How long customers may have to answer, in hours. */
export const answerHours = [12, 24, 48, 72] as const;
export const usualAnswerHours = 24;
