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

/** Whether the customer agrees now that a pair is shown, and since when: an instant. */
const consent = { state: z.enum(['none', 'given', 'revoked']), at: maybeText };

/** The work on a visit, for the owner and its crew. */
export const visitWork = sqlContract(
  'visit_work',
  z.object({
    photos: z.array(workPhoto),
    checklist: z.array(checklistItem),
    marks: z.array(conditionMark),
    consent: z.object(consent),
    /** Whether a pair of the visit is in the gallery. */
    is_in_gallery: z.boolean(),
  }),
);

/** The work on a visit, for a device to keep. */
export const workToKeep = z.intersection(visitWork.shape, z.object({ booking_id: text }));

export type WorkToKeep = z.infer<typeof workToKeep>;

const linkedPhotos = z.nullable(
  z.object({
    service_name: text,
    car: text,
    /** Ids of photos. */
    before: z.array(text),
    after: z.array(text),
    /** What the customer agrees to. */
    wording: text,
    ...consent,
    is_shown: z.boolean(),
  }),
);

/** What the link to a visit's photos shows; null when its token is unknown. */
export const photosOfLink = sqlContract('photos_of_link', linkedPhotos);

/** Agrees or revokes, and answers as {@link photosOfLink}. */
export const chosenPhotoConsent = sqlContract('choose_photo_consent', linkedPhotos);

/** The links to the photos of visits, of those with photos. */
export const bookingPhotoLinks = sqlContract(
  'booking_photo_links',
  z.array(z.object({ booking_id: text, token: text })),
);

export type LinkedPhotos = NonNullable<AnswerOf<typeof photosOfLink>>;

export type VisitWork = AnswerOf<typeof visitWork>;
export type WorkPhoto = z.infer<typeof workPhoto>;
export type WorkPhotoKind = z.infer<typeof workPhotoKind>;
export type ChecklistItem = z.infer<typeof checklistItem>;
export type ConditionMark = z.infer<typeof conditionMark>;
export type ConditionKind = z.infer<typeof conditionKind>;
