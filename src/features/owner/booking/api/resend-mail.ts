import { ownRest } from '@/lib/own-rest.ts';

/** Whether it is sent once more; not when it was a moment ago. Throws with the code of the refusal as message. */
export async function resendMail(mailId: string): Promise<boolean> {
  const rest = await ownRest();
  const answer = await rest.rpc('resend_mail', { mail_id: mailId }).throwOnError();
  return (answer.data as { outcome: 'queued' | 'just_sent' }).outcome === 'queued';
}
