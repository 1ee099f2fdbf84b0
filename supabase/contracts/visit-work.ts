import * as z from 'zod/mini';
import { sqlContract, type AnswerOf } from './contract.ts';
import { maybeText, text, whole } from './values.ts';

const workPhotoKind = z.enum(['before', 'after', 'condition']);

const workPhoto = z.object({
  id: text,
  kind: workPhotoKind,
  taken_by: maybeText,
  /** An instant. */
  created_at: text,
});

/** A feature or an add-on that was sold; `ticked_by` is null until it is ticked. */
const checklistItem = z.object({ item: text, ticked_by: maybeText, ticked_at: maybeText });

const conditionKind = z.enum(['scratch', 'dent', 'stain', 'chip', 'other']);

const conditionMark = z.object({
  id: text,
  /** As domain/visit/car-parts.ts names it. */
  part: text,
  /** In thousandths of the drawing's width and height, from its upper left corner. */
  x: whole,
  y: whole,
  kind: conditionKind,
  note: text,
  made_by: text,
  made_at: text,
});

/** The work on a visit, for the owner and its crew. */
export const visitWork = sqlContract(
  'visit_work',
  z.object({
    photos: z.array(workPhoto),
    checklist: z.array(checklistItem),
    marks: z.array(conditionMark),
  }),
);

export type VisitWork = AnswerOf<typeof visitWork>;
export type WorkPhoto = z.infer<typeof workPhoto>;
export type WorkPhotoKind = z.infer<typeof workPhotoKind>;
export type ChecklistItem = z.infer<typeof checklistItem>;
export type ConditionMark = z.infer<typeof conditionMark>;
export type ConditionKind = z.infer<typeof conditionKind>;
