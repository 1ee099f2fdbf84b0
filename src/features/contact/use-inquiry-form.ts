import { useEffect, useState } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { business } from '@domain/business.ts';
import {
  hasMissingFields,
  validateInquiry,
  type Inquiry,
  type InquiryInput,
} from '@domain/inquiry.ts';
import { formRules } from '@/lib/form-rules.ts';
import { useSession } from '@/lib/session.ts';
import { toast } from '@/lib/toast.ts';
import { sendInquiry } from './api/send-inquiry.ts';

const empty: InquiryInput = { name: '', email: '', bookingId: '', subject: '', message: '' };

const messages = {
  missing: { title: 'Missing Fields', description: 'Please fill out all required fields.' },
  failed: {
    title: 'Submission Failed',
    description: 'Could not send your inquiry. Please try again.',
  },
  tooMany: {
    title: 'Submission Failed',
    description: `We already have several inquiries of yours. Please call us at ${business.phone}.`,
  },
  sent: {
    title: 'Inquiry Sent!',
    description: 'Thank you for reaching out. We will get back to you shortly.',
  },
};

/** The contact form: what was typed stays until it has arrived. */
export function useInquiryForm() {
  const form = useForm<InquiryInput, unknown, Inquiry>({
    defaultValues: empty,
    resolver: formRules(validateInquiry),
  });
  useOwnAddress(form);
  const [outcome, setOutcome] = useState<'sent' | 'failed' | 'tooMany' | null>(null);

  const send = async (inquiry: Inquiry) => {
    setOutcome(null);
    try {
      await sendInquiry(inquiry);
      form.reset();
      setOutcome('sent');
      toast(messages.sent);
    } catch (error) {
      const reason = isTooMany(error) ? 'tooMany' : 'failed';
      setOutcome(reason);
      toast({ ...messages[reason], variant: 'destructive' });
    }
  };

  const refuse = () => {
    setOutcome(null);
    if (hasMissingFields(form.getValues())) toast({ ...messages.missing, variant: 'destructive' });
  };

  return {
    form,
    submit: form.handleSubmit(send, refuse),
    /** What the toast said, for those who missed it. */
    outcome: outcome && { isSent: outcome === 'sent', ...messages[outcome] },
  };
}

// Waiting a moment would not help against the limit, so the person is led to the phone.
const isTooMany = (error: unknown): boolean =>
  error instanceof Error && error.message === 'too_many_inquiries';

/** Whoever is signed in need not type their address, and may. */
function useOwnAddress({
  resetField,
  getFieldState,
}: UseFormReturn<InquiryInput, unknown, Inquiry>) {
  const session = useSession();
  const email = session.status === 'signed-in' ? session.user.email : '';
  useEffect(() => {
    if (email && !getFieldState('email').isDirty) resetField('email', { defaultValue: email });
  }, [email, resetField, getFieldState]);
}
