import { Controller } from 'react-hook-form';
import { Button } from '@/components/ui/button.tsx';
import { Field } from '@/components/ui/field.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { TextArea } from '@/components/ui/text-area.tsx';
import { TextInput } from '@/components/ui/text-input.tsx';
import { useReviewForm } from '../use-review-form.ts';
import { PhotoField } from './photo-field.tsx';
import { RatingField } from './rating-field.tsx';

type ReviewFormProps = { bookingId: string | null; customerName: string };

export function ReviewForm({ bookingId, customerName }: ReviewFormProps) {
  const { form, submit, photo, progress, failure } = useReviewForm(bookingId, customerName);
  const { isSubmitting, errors } = form.formState;
  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      className="grid gap-7 border border-hairline bg-ivory p-6 sm:p-10"
    >
      <Controller
        control={form.control}
        name="rating"
        render={({ field: { ref, value, onChange } }) => (
          <RatingField ref={ref} value={value} onChange={onChange} error={errors.rating?.message} />
        )}
      />
      <Field label="Your Name" required error={errors.customerName?.message}>
        {(control) => (
          <TextInput {...control} autoComplete="name" {...form.register('customerName')} />
        )}
      </Field>
      <Field
        label="Your Review"
        hint="Optional. A line or two is enough."
        error={errors.comment?.message}
      >
        {(control) => <TextArea {...control} rows={4} {...form.register('comment')} />}
      </Field>
      <PhotoField photo={photo} progress={progress} isBusy={isSubmitting} />
      {failure && (
        <Notice tone="danger" title={failure.title}>
          {failure.description}
        </Notice>
      )}
      <Button type="submit" busy={isSubmitting} className="justify-self-start max-sm:w-full">
        {isSubmitting ? 'Submitting...' : 'Submit Review'}
      </Button>
    </form>
  );
}
