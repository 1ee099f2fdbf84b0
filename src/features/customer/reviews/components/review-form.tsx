import { useController } from 'react-hook-form';
import { Button } from '@/components/ui/button.tsx';
import { TextAreaField, TextField } from '@/components/ui/field.tsx';
import { fieldOf } from '@/lib/field-of.ts';
import { dismissFailure } from '@/lib/toast.ts';
import { useReviewForm } from '../use-review-form.ts';
import { PhotoField } from './photo-field.tsx';
import { RatingField } from './rating-field.tsx';

type ReviewFormProps = { bookingId: string | null; customerName: string };

export function ReviewForm({ bookingId, customerName }: ReviewFormProps) {
  const { form, submit, photo, progress } = useReviewForm(bookingId, customerName);
  // Before the fields below, so that it takes the focus first when it is missing.
  const {
    field: { ref, value, onChange },
    fieldState,
  } = useController({ control: form.control, name: 'rating' });
  const field = fieldOf(form);
  const { isSubmitting } = form.formState;
  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      className="grid gap-7 border border-hairline bg-ivory p-6 sm:p-10"
    >
      <RatingField
        ref={ref}
        value={value}
        onChange={(rating) => {
          // It may say that the rating is missing.
          dismissFailure();
          onChange(rating);
        }}
        error={fieldState.error?.message}
      />
      <TextField label="Your Name" required autoComplete="name" {...field('customerName')} />
      <TextAreaField
        label="Your Review"
        hint="Optional. A line or two is enough."
        rows={4}
        {...field('comment')}
      />
      <PhotoField photo={photo} progress={progress} isBusy={isSubmitting} />
      <Button type="submit" busy={isSubmitting} className="justify-self-start max-sm:w-full">
        {isSubmitting ? 'Submitting...' : 'Submit Review'}
      </Button>
    </form>
  );
}
