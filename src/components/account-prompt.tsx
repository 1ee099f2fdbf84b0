import { Section } from '@/components/section.tsx';
import { ButtonLink } from '@/components/ui/button-link.tsx';
import { paths } from '@/config/paths.ts';

/** Offers a guest an account; the sign-up form starts with the address of the booking. */
export function AccountPrompt(props: { email: string | null; className?: string }) {
  const { email, className = '' } = props;
  return (
    <Section
      heading="Keep your bookings in one place"
      className={`border [border-top-width:3px] border-hairline border-t-citrine bg-ivory p-6 sm:p-8 ${className}`}
    >
      <p className="mt-3 text-ink-soft">
        With an account, every booking made with {email ?? 'your email address'} is in one list, and
        you can move one to another day or time yourself.
      </p>
      <ButtonLink
        variant="secondary"
        to={paths.login}
        state={{ ...(email !== null && { email }), isSignUp: true }}
        className="mt-5"
      >
        Create an account
      </ButtonLink>
    </Section>
  );
}
