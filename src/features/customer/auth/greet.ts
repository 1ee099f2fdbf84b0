import { lacksSecondFactor } from '@/lib/second-factor.ts';
import { toast } from '@/lib/toast.ts';

/** Welcomes whoever has just signed in; those who have a second factor only once they have shown it. */
export async function greet() {
  if (await lacksSecondFactor()) return;
  toast({ title: 'Login Successful', description: 'Welcome back!' });
}
