import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { navigate } from '@/lib/router.tsx';
import { validateReview, type Review, type ReviewInput } from '@domain/contact/review.ts';
import { cleanLine } from '@domain/contact/typed-text.ts';
import { paths } from '@/config/paths.ts';
import { isRefusal, providerSentence } from '@/lib/failure-sentence.ts';
import { formRules } from '@/lib/form-rules.ts';
import { toast, toastFailure } from '@/lib/toast.ts';
import { createReview } from './api/create-review.ts';
import { usePhotoChoice } from './use-photo-choice.ts';
import { usePhotoUpload } from './use-photo-upload.ts';

type Failure = { title: string; description: string };

/** The review form. `bookingId` is the booking it is about, if it is about one. */
export function useReviewForm(bookingId: string | null, customerName: string) {
  const form = useForm<ReviewInput, unknown, Review>({
    defaultValues: { customerName, rating: 0, comment: '' },
    resolver: formRules(validateReview),
  });
  const photo = usePhotoChoice();
  const { upload, forget, progress } = usePhotoUpload();
  const [failure, setFailure] = useState<Failure | null>(null);
  const leave = useWayToReviews();

  const send = async (review: Review) => {
    setFailure(null);
    const file = photo.chosen?.file;
    let step = 'Photo Upload Failed';
    try {
      const photoUrl = file ? await upload(file) : null;
      step = 'Submission Failed';
      await createReview({ review, bookingId, photoUrl });
    } catch (error) {
      if (isRefusal(error, 'unknown_photo')) forget();
      const failed = { title: step, description: providerSentence(error) };
      setFailure(failed);
      toast({ ...failed, variant: 'destructive' });
      return;
    }
    toast({ title: 'Thank You!', description: 'Your review has been submitted for approval.' });
    leave();
  };

  const refuse = () => {
    setFailure(null);
    const { customerName: name, rating } = form.getValues();
    if (rating === 0) complain('Missing Rating', 'Please select a star rating.');
    else if (cleanLine(name) === '') complain('Missing Name', 'Please enter your name.');
  };

  /** `failure` is what the toast said, for those who missed it. */
  return { form, submit: form.handleSubmit(send, refuse), photo, progress, failure };
}

function complain(title: string, description: string) {
  toastFailure(title, description);
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
