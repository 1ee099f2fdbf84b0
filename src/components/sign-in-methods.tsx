import { Link } from 'wouter';
import { paths } from '@/config/paths.ts';

type SignInMethodsProps = {
  /** As sentences. */
  methods: string[];
  /** Whether this is on the account page itself. */
  isAtAccount?: boolean;
};

/** After a new password: the account's other sign-in methods, for the customer to check. */
export function SignInMethods({ methods, isAtAccount = false }: SignInMethodsProps) {
  return (
    <>
      <p>These sign-in methods work for your account:</p>
      <ul className="my-3 list-disc pl-5">
        {methods.map((method) => (
          <li key={method} className="break-words">
            {method}
          </li>
        ))}
      </ul>
      <p>
        Don’t recognize one?{' '}
        {isAtAccount ? (
          'Change it on this page'
        ) : (
          <Link to={paths.account} className="underline">
            Change it in your account
          </Link>
        )}
        , or call us.
      </p>
    </>
  );
}
