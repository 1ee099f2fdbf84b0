import { useEffect, useRef } from 'react';
import { useForm } from 'react-hook-form';
import { navigate } from '@/lib/location.tsx';
import { validateReview, type Review, type ReviewInput } from '@domain/contact/review.ts';
import { cleanLine } from '@domain/contact/typed-text.ts';
import { paths } from '@/config/paths.ts';
import { isRefusal, providerSentence } from '@/lib/failure-sentence.ts';
import { formRules } from '@/lib/form-rules.ts';
import { toast, toastFailure } from '@/lib/toast.ts';
import { createReview } from './api/create-review.ts';
import { usePhotoChoice } from './use-photo-choice.ts';
import { usePhotoUpload } from './use-photo-upload.ts';

/** The review form. `bookingId` is the booking it is about, if it is about one. */
export function useReviewForm(bookingId: string | null, customerName: string) {
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
