import type { Contact } from '@domain/contact/account.ts';
import { authClient } from '@/lib/auth-client.ts';

/** Signs in with a code that was sent. Throws with the account service's message. */
export async function confirmSignInCode(contact: Contact, token: string): Promise<void> {
  const { error } = await authClient().verifyOtp(
    'phone' in contact
      ? { phone: contact.phone, token, type: 'sms' }
      : { email: contact.email, token, type: 'email' },
  );
  if (error) throw error;
}
