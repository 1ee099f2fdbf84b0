import { useMutation } from '@tanstack/react-query';
import { BackendError } from '@/lib/backend.ts';
import { failureSentence } from '@/lib/failure-sentence.ts';
import { toast } from '@/lib/toast.ts';
import { sendTestMail } from './api/send-test-mail.ts';

/** Sends the mail to whoever writes it. */
export function useTestMail() {
  return useMutation({
    mutationFn: sendTestMail,
    onSuccess: ({ sentTo }) =>
      toast({ title: 'Test on its way', description: `We are sending it to ${sentTo}.` }),
    onError: (error) =>
      toast({ title: 'Test Failed', description: reasonOf(error), variant: 'destructive' }),
  });
}

function reasonOf(error: Error): string {
  const [field] = error instanceof BackendError ? Object.values(error.fields) : [];
  return field ?? failureSentence(error);
}
