import type { ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { vehicleName, type Service, type VehicleType } from '@domain/booking/catalogue.ts';
import type { DetailsInput } from '@domain/booking/details.ts';
import { checkPostalCode } from '@domain/contact/field-checks.ts';
import { isServed } from '@domain/contact/service-area.ts';
import { ButtonLink } from '@/components/ui/button-link.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { paths } from '@/config/paths.ts';
import { inquiryState } from '@/entities/inquiry/inquiry-draft.ts';
import { useBusiness } from '@/lib/business.ts';
import { outsideInquiry } from '../outside-inquiry.ts';
import type { Start } from '../use-chosen-time.ts';

type OutsideAreaProps = {
  /** Where we go; none for everywhere. */
  prefixes: readonly string[];
  service: Service;
  vehicleType: VehicleType;
  start: Start | null;
};

type OutsideNoticeProps = Omit<OutsideAreaProps, 'prefixes'> & {
  postalCode: string;
  details: DetailsInput;
};

/** That we don't come to a postal code, and the way to ask for it. */
export function OutsideNotice(props: OutsideNoticeProps): ReactNode {
  const { service, start, details, postalCode } = props;
  const vehicle = vehicleName(useBusiness(), props.vehicleType);
  return (
    <Notice title={`We don’t serve ${postalCode} yet`}>
      <p>
        You can’t book this address online. Send us a message, and we’ll see what we can do. The
        message is ready, and everything you typed is kept.
      </p>
      <ButtonLink
        to={paths.contact}
        state={inquiryState(outsideInquiry({ service, start, vehicle, details, postalCode }))}
        variant="secondary"
        className="mt-4 max-sm:w-full"
      >
        Send a Message
      </ButtonLink>
    </Notice>
  );
}

/** As soon as the postal code is one we do not come to: that, and the way to ask for it. */
export function OutsideArea({ prefixes, ...visit }: OutsideAreaProps) {
  const { control, getValues } = useFormContext<DetailsInput>();
  // Watched as a whole: the way out takes along whatever was typed.
  useWatch({ control });
  const details = getValues();
  const check = checkPostalCode(details.postalCode);
  const postalCode = check.ok && !isServed(prefixes, check.value) ? check.value : null;
  return (
    <div role="status" className="sm:col-span-6">
      {postalCode && <OutsideNotice {...visit} details={details} postalCode={postalCode} />}
    </div>
  );
}
