import { useState } from 'react';
import { navigate } from '@/lib/location.tsx';
import { Button } from '@/components/ui/button.tsx';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { Problem } from '@/components/ui/notice.tsx';
import { paths } from '@/config/paths.ts';
import { toast } from '@/lib/toast.ts';
import { signOutEverywhere } from '../api/change-account.ts';
import { useAccountChange } from '../use-account-change.ts';
import { AccountSection } from './account-section.tsx';

export function DevicesSection() {
  const [isAsking, setIsAsking] = useState(false);
  const leave = useAccountChange({
    mutationFn: signOutEverywhere,
    onSuccess: () => {
      toast({ title: 'Signed Out', description: 'You are signed out on every device.' });
      navigate(paths.home);
    },
    onSettled: () => setIsAsking(false),
  });

  return (
    <AccountSection
      id="devices"
      heading="Devices"
      description="Lost a phone or used a shared computer? Sign out on every device at once."
    >
      <Problem className="mb-5">{leave.problem}</Problem>
      <Button variant="secondary" className="max-sm:w-full" onClick={() => setIsAsking(true)}>
        Sign Out Everywhere
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title="Sign out everywhere?"
        description="You will have to sign in again on every device, on this one as well."
        confirmLabel="Sign out everywhere"
        cancelLabel="Stay signed in"
        busy={leave.isPending}
        onConfirm={() => leave.mutate()}
      />
    </AccountSection>
  );
}
