/** A piece of text in one look: words, a variable such as `customer_name`, or a line break. */
export type Run = Piece & { isBold?: true; href?: string };

type Piece = { text: string } | { variable: string } | { isBreak: true };

/** A part of the text. A fixed one is HTML or Liquid that the form shows as a whole and leaves as it is. */
export type LetterBlock =
  | { kind: 'paragraph'; runs: readonly Run[] }
  | { kind: 'list'; items: readonly (readonly Run[])[] }
  | { kind: 'fixed'; html: string };

export type LetterButton = { label: readonly Run[]; href: string };

/** An email as its form shows it. Each part may be empty. */
export type Letter = {
  /** What an inbox shows beside the subject. */
  preview: readonly Run[];
  heading: readonly Run[];
  text: readonly LetterBlock[];
  button: LetterButton | null;
  /** The paragraphs after the button. */
  signOff: readonly (readonly Run[])[];
  smallPrint: readonly (readonly Run[])[];
};

export const isEmptyRuns = (runs: readonly Run[]): boolean =>
  runs.every((run) => 'isBreak' in run || ('text' in run && run.text.trim() === ''));
