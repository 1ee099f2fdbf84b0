import { useHashTarget } from '@/lib/use-hash-target.ts';
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
  useHashTarget();
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
