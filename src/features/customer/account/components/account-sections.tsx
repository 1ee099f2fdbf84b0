import { useEffect } from 'react';
import { useLocation } from '@/lib/router.tsx';
import type { Account } from '../api/get-account.ts';
import { DeleteSection } from './delete-section.tsx';
import { DevicesSection } from './devices-section.tsx';
import { EmailSection } from './email-section.tsx';
import { MyDataSection } from './my-data-section.tsx';
import { NameSection } from './name-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { PhoneSection } from './phone-section.tsx';
import { SecondFactorSection } from './second-factor-section.tsx';

export function AccountSections({ account }: { account: Account }) {
  const { hash } = useLocation();

  useEffect(() => {
    const target = /^#[a-z-]+$/.test(hash) ? document.getElementById(hash.slice(1)) : null;
    target?.scrollIntoView();
    target?.focus({ preventScroll: true });
  }, [hash]);

  return (
    <>
      <NameSection account={account} />
      <EmailSection account={account} />
      <PhoneSection account={account} />
      <PasswordSection account={account} />
      <SecondFactorSection />
      <DevicesSection />
      <MyDataSection />
      <DeleteSection account={account} />
    </>
  );
}
