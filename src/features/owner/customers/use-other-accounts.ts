import { useState } from 'react';
import type { OtherAccount, Person } from '@contracts/customers.ts';

export type OtherAccounts = {
  all: OtherAccount[];
  /** Those that go with the person, as long as nobody says otherwise: it is the same one, as a rule. */
  chosen: OtherAccount[];
  toggle: (id: string) => void;
};

/** Which accounts of other addresses are taken to be the person's. */
export function useOtherAccounts({ other_accounts: all }: Person): OtherAccounts {
  const [leftOut, setLeftOut] = useState<readonly string[]>([]);
  return {
    all,
    chosen: all.filter(({ id }) => !leftOut.includes(id)),
    toggle: (id) =>
      setLeftOut((ids) => (ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id])),
  };
}
