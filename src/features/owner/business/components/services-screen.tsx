import { formatDuration } from '@domain/time/time-format.ts';
import { pricesInWords } from '../words.ts';
import { BusinessFrame } from './business-frame.tsx';
import { EntryList } from './entry-list.tsx';
import { ServiceForm } from './service-form.tsx';

/** The services in the order that customers see. */
export default function ServicesScreen() {
  return (
    <BusinessFrame
      heading="Services"
      lead="What customers can book. Existing bookings keep what they were sold."
    >
      {(business) => (
        <EntryList
          business={business}
          list="services"
          noun="service"
          empty="There are no services yet."
          removal="Existing bookings keep it. To stop new bookings only, hide it instead."
          entries={business.services.map((one) => ({
            key: one.id,
            title: one.name,
            isHidden: !one.isVisible,
            lines: [pricesInWords(business, one.priceCents), formatDuration(one.durationMinutes)],
          }))}
          form={(id, close) => <ServiceForm business={business} id={id} onClose={close} />}
        />
      )}
    </BusinessFrame>
  );
}
