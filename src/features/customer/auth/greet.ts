import { lacksSecondFactor } from '@/lib/second-factor.ts';
import { toast } from '@/lib/toast.ts';

/** Welcomes a user after signing in, including the second factor where there is one. */
export async function greet() {
  if (await lacksSecondFactor()) return;
  toast({ title: 'Login Successful', description: 'Welcome back!' });
}
