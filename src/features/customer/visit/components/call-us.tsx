import { phoneHref } from '@domain/business/facts.ts';
import { buttonStyle } from '@/components/ui/button-style.ts';
import { useBusiness } from '@/lib/business.ts';

export function CallUs() {
  const { facts } = useBusiness();
  return (
    <a className={buttonStyle('secondary')} href={phoneHref(facts)}>
      Call {facts.phone}
    </a>
  );
}
