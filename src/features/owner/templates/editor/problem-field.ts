import { StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView, type DecorationSet } from '@codemirror/view';

/** Marks a line by the place where it begins; null takes the mark away. */
export const setProblem = StateEffect.define<number | null>();

const line = Decoration.line({ class: 'code-editor-problem' });

/** The line that cannot be rendered. */
export const problemField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    const moved = marks.map(transaction.changes);
    const [effect] = transaction.effects.filter((one) => one.is(setProblem));
    if (!effect) return moved;
    return effect.value === null ? Decoration.none : Decoration.set(line.range(effect.value));
  },
  provide: (field) => EditorView.decorations.from(field),
});
