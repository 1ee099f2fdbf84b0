import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useController, useForm } from 'react-hook-form';
import { useSearchParams } from 'wouter';
import { Button } from '@/components/ui/button.tsx';
import { TextAreaField, TextField } from '@/components/ui/field.tsx';
import { Page } from '@/components/ui/page.tsx';
import { Spinner } from '@/components/ui/spinner.tsx';
import { paths } from '@/config/paths.ts';
import { isRefusal, providerSentence } from '@/lib/failure-sentence.ts';
import { fieldOf } from '@/lib/field-of.ts';
import { formRules } from '@/lib/form-rules.ts';
import { Redirect, navigate } from '@/lib/location.tsx';
import { photoName, uploadPhoto } from '@/lib/storage.ts';
import { toast, dismissFailure, toastFailure } from '@/lib/toast.ts';
import { useFailureToast } from '@/lib/use-failure-toast.ts';
import { validateReview, type Review, type ReviewInput } from '@domain/contact/review.ts';
import { cleanLine } from '@domain/contact/typed-text.ts';
import { createReview } from '../api/create-review.ts';
import { reviewerQuery } from '../api/get-reviewer.ts';
import { usePhotoChoice } from '../use-photo-choice.ts';
import { PhotoField } from './photo-field.tsx';
import { RatingField } from './rating-field.tsx';

export function LeaveReviewScreen() {
  const bookingId = useReviewArrival();
  return (
    <Page
      width="narrow"
      title="Leave a Review"
      heading="Leave a Review"
      lead="Your review appears on our reviews page after we approve it."
    >
      {bookingId ? (
        <ReviewOfBooking bookingId={bookingId} />
      ) : (
        <ReviewForm bookingId={null} customerName="" />
      )}
    </Page>
  );
}

/** The form with the name of the booking already in it. */
function ReviewOfBooking({ bookingId }: { bookingId: string }) {
  const reviewer = useQuery(reviewerQuery(bookingId));
  useFailureToast(reviewer, 'Could not fetch booking details.');
  if (reviewer.isError) return <Redirect to={paths.reviews} />;
  if (reviewer.data === undefined) return <Spinner label="Looking up your booking" />;
  return <ReviewForm bookingId={bookingId} customerName={reviewer.data} />;
}

/**
 * Greets whoever comes to write a review, once, and leaves nothing but the booking in the address:
 * a payment's session does not belong where it can be copied on.
 */
function useReviewArrival(): string | null {
  const [query, setQuery] = useSearchParams();
  const bookingId = query.get('booking_id')?.trim().toLowerCase() || null;
  const hasPaid = query.has('session_id');
  const isGreeted = useRef(false);

  useEffect(() => {
    if (isGreeted.current) return;
    isGreeted.current = true;
    greet(bookingId, hasPaid);
    setQuery(bookingId ? { booking_id: bookingId } : {}, { replace: true });
  }, [bookingId, hasPaid, setQuery]);

  return bookingId;
}

function greet(bookingId: string | null, hasPaid: boolean) {
  if (hasPaid) {
    toast({
      title: 'Payment Successful!',
      description: 'Your booking is confirmed. Please leave a review!',
    });
  } else if (!bookingId) {
    toast({ title: 'Welcome!', description: 'Please enter your name to leave a review.' });
  }
}

type ReviewFormProps = { bookingId: string | null; customerName: string };

function ReviewForm({ bookingId, customerName }: ReviewFormProps) {
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

/** The review form. `bookingId` is the booking it is about, if it is about one. */
function useReviewForm(bookingId: string | null, customerName: string) {
  const form = useForm<ReviewInput, unknown, Review>({
    defaultValues: { customerName, rating: 0, comment: '' },
    resolver: formRules(validateReview),
  });
  const photo = usePhotoChoice();
  const { upload, forget, progress } = usePhotoUpload();
  const leave = useWayToReviews();

  const send = async (review: Review) => {
    const file = photo.chosen?.file;
    let step = 'Photo Upload Failed';
    try {
      const photoUrl = file ? await upload(file) : null;
      step = 'Submission Failed';
      await createReview({ review, bookingId, photoUrl });
    } catch (error) {
      if (isRefusal(error, 'unknown_photo')) forget();
      toastFailure(step, providerSentence(error));
      return;
    }
    toast({ title: 'Thank You!', description: 'Your review has been submitted for approval.' });
    leave();
  };

  const refuse = () => {
    const { customerName: name, rating } = form.getValues();
    if (rating === 0) toastFailure('Missing Rating', 'Please select a star rating.');
    else if (cleanLine(name) === '') toastFailure('Missing Name', 'Please enter your name.');
  };

  return { form, submit: form.handleSubmit(send, refuse), photo, progress };
}

/** Leads to the reviews, unless the visitor went elsewhere while a photo was on its way. */
function useWayToReviews() {
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return () => {
    if (isHere.current) navigate(paths.reviews);
  };
}

/** Stores the photo of a review, and never the same one twice: a second try finds where it lies. */
function usePhotoUpload() {
  const [progress, setProgress] = useState<number | null>(null);
  const stored = useRef<{ file: File; url: string } | null>(null);

  /** Answers the photo's public address. Throws with the storage's own message. */
  const upload = async (file: File): Promise<string> => {
    if (stored.current?.file === file) return stored.current.url;
    const path = `public/${photoName(file, new Date())}`;
    setProgress(0);
    try {
      const { publicUrl } = await uploadPhoto({
        bucket: 'reviews',
        path,
        file,
        onProgress: setProgress,
      });
      stored.current = { file, url: publicUrl };
      return publicUrl;
    } finally {
      setProgress(null);
    }
  };

  const forget = () => {
    stored.current = null;
  };

  /** `progress` is a fraction from 0 to 1; null while nothing is on its way. */
  return { upload, forget, progress };
}
