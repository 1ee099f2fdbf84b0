import { useEffect, useState } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { useLocation } from '@/lib/location.tsx';
import {
  hasMissingFields,
  validateInquiry,
  type Inquiry,
  type InquiryInput,
} from '@domain/contact/inquiry.ts';
import { useBusiness } from '@/lib/business.ts';
import { formRules } from '@/lib/form-rules.ts';
import { inquiryIn } from '@/entities/inquiry/inquiry-draft.ts';
import { useSession } from '@/lib/session.ts';
import { toast } from '@/lib/toast.ts';
import { sendInquiry } from './api/send-inquiry.ts';

const empty: InquiryInput = { name: '', email: '', bookingId: '', subject: '', message: '' };

const messagesFor = ({ phone }: { phone: string }) => ({
  missing: { title: 'Missing Fields', description: 'Please fill out all required fields.' },
  failed: {
    title: 'Submission Failed',
    description: 'Could not send your inquiry. Please try again.',
  },
  tooMany: {
    title: 'Submission Failed',
    description: `We already have several inquiries of yours. Please call us at ${phone}.`,
  },
  sent: {
    title: 'Inquiry Sent!',
    description: 'Thank you for reaching out. We will get back to you shortly.',
  },
});

const unknownBooking =
  'No booking has this number and your email address. Please check both, or leave this field empty.';

/**
 * The contact form: what was typed stays until it has arrived. A screen that led here may have filled
 * it in.
 */
export function useInquiryForm() {
  const messages = messagesFor(useBusiness().facts);
  const location = useLocation();
  const [start] = useState(() => ({ ...empty, ...inquiryIn(location.state) }));
  const form = useForm<InquiryInput, unknown, Inquiry>({
    defaultValues: start,
    resolver: formRules(validateInquiry),
  });
  useMessageOfLink(form, location.state);
  const ownEmail = useOwnAddress(form, start.email);
  const [isSent, setIsSent] = useState(false);

  const send = async (inquiry: Inquiry) => {
    setIsSent(false);
    try {
      if ((await sendInquiry(inquiry)) === 'unknown_booking') {
        form.setError('bookingId', { message: unknownBooking }, { shouldFocus: true });
        return;
      }
      form.reset({ ...empty, email: ownEmail });
      setIsSent(true);
      toast(messages.sent);
    } catch (error) {
      toast({ ...messages[isTooMany(error) ? 'tooMany' : 'failed'], variant: 'destructive' });
    }
  };

  const refuse = () => {
    setIsSent(false);
    if (hasMissingFields(form.getValues())) toast({ ...messages.missing, variant: 'destructive' });
  };

  return {
    form,
    submit: form.handleSubmit(send, refuse),
    /** What the toast of a success said, for those who missed it. */
    sent: isSent ? messages.sent : null,
  };
}

/** The chat leads here with a question, also while this page is open. What was typed is kept. */
function useMessageOfLink(
  { getValues, setValue }: UseFormReturn<InquiryInput, unknown, Inquiry>,
  state: unknown,
) {
  useEffect(() => {
    const { message } = inquiryIn(state);
    if (message && getValues('message').trim() === '') setValue('message', message);
  }, [state, getValues, setValue]);
}

// Waiting a moment would not help against the limit, so the person is led to the phone.
const isTooMany = (error: unknown): boolean =>
  error instanceof Error && error.message === 'too_many_inquiries';

/** Whoever is signed in need not type their address, and may. An address that came along is left. */
function useOwnAddress(
  { resetField, getFieldState }: UseFormReturn<InquiryInput, unknown, Inquiry>,
  given: string,
): string {
  const session = useSession();
  const email = session.status === 'signed-in' ? session.user.email : '';
  useEffect(() => {
    if (given || !email || getFieldState('email').isDirty) return;
    resetField('email', { defaultValue: email });
  }, [given, email, resetField, getFieldState]);
  return email;
}
