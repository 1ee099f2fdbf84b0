import { resentMail } from '@contracts/owner-booking.ts';
import { ownRpc } from '@/lib/rpc.ts';

/** Whether it is sent once more; not when it was a moment ago. Throws with the code of the refusal as message. */
export async function resendMail(mailId: string): Promise<boolean> {
  const { outcome } = await ownRpc(resentMail, { mail_id: mailId });
  return outcome === 'queued';
}
