import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { validateReview, type Review, type ReviewInput } from '@domain/review.ts';
import { paths } from '@/config/paths.ts';
import { failureSentence } from '@/lib/failure-sentence.ts';
import { formRules } from '@/lib/form-rules.ts';
import { toast } from '@/lib/toast.ts';
import { createReview } from './api/create-review.ts';

/** The review form. `bookingId` is the booking it is about, if it is about one. */
export function useReviewForm(bookingId: string | null, customerName: string) {
  const navigate = useNavigate();
  const form = useForm<ReviewInput, unknown, Review>({
    defaultValues: { customerName, rating: 0, comment: '' },
    resolver: formRules(validateReview),
  });
  const [failure, setFailure] = useState<string | null>(null);

  const send = async (review: Review) => {
    setFailure(null);
    try {
      await createReview(review, bookingId);
    } catch (error) {
      const description = failureSentence(error);
      setFailure(description);
      toast({ title: 'Submission Failed', description, variant: 'destructive' });
      return;
    }
    toast({ title: 'Thank You!', description: 'Your review has been submitted for approval.' });
    await navigate(paths.reviews);
  };

  const refuse = () => {
    setFailure(null);
    const { customerName: name, rating } = form.getValues();
    if (rating === 0) complain('Missing Rating', 'Please select a star rating.');
    else if (name.trim() === '') complain('Missing Name', 'Please enter your name.');
  };

  /** `failure` is what the toast said, for those who missed it. */
  return { form, submit: form.handleSubmit(send, refuse), failure };
}

function complain(title: string, description: string) {
  toast({ title, description, variant: 'destructive' });
}
