import { bad, checkName, good } from './field-checks.ts';
import type { FieldResult } from './field-checks.ts';
import { gather } from './form-checks.ts';
import type { FormResult } from './form-checks.ts';
import { cleanText } from './typed-text.ts';

export type ReviewInput = {
  customerName: string;
  /** Stars from 1 to 5; 0 if none is chosen. */
  rating: number;
  comment: string;
};

export type Review = Omit<ReviewInput, 'comment'> & { comment: string | null };

export function validateReview(input: ReviewInput): FormResult<Review, keyof ReviewInput> {
  const comment = cleanText(input.comment);
  return gather({
    rating: checkRating(input.rating),
    customerName: checkName(input.customerName, 'your name'),
    comment:
      comment.length > 2000
        ? bad('Your comment can have up to 2,000 characters.')
        : good(comment === '' ? null : comment),
  });
}

function checkRating(rating: number): FieldResult<number> {
  return Number.isInteger(rating) && rating >= 1 && rating <= 5
    ? good(rating)
    : bad('Please select a star rating.');
}
