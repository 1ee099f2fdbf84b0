import { useState } from 'react';
import { useForm } from 'react-hook-form';
import {
  hasMissingFields,
  validateInquiry,
  type Inquiry,
  type InquiryInput,
} from '@domain/inquiry.ts';
import { formRules } from '@/lib/form-rules.ts';
import { toast } from '@/lib/toast.ts';
import { sendInquiry } from './api/send-inquiry.ts';

const empty: InquiryInput = { name: '', email: '', bookingId: '', subject: '', message: '' };

const messages = {
  missing: { title: 'Missing Fields', description: 'Please fill out all required fields.' },
  failed: {
    title: 'Submission Failed',
    description: 'Could not send your inquiry. Please try again.',
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
  const [outcome, setOutcome] = useState<'sent' | 'failed' | null>(null);

  const send = async (inquiry: Inquiry) => {
    setOutcome(null);
    try {
      await sendInquiry(inquiry);
      form.reset();
      setOutcome('sent');
      toast(messages.sent);
    } catch {
      setOutcome('failed');
      toast({ ...messages.failed, variant: 'destructive' });
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
    outcome: outcome && { kind: outcome, ...messages[outcome] },
  };
}
