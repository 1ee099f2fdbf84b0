import { formatDuration } from '@domain/time/time-format.ts';
import { pricesInWords } from '../words.ts';
import { AddOnForm } from './add-on-form.tsx';
import { BusinessFrame } from './business-frame.tsx';
import { EntryList } from './entry-list.tsx';

/** What customers can add to a service. */
export default function AddOnsScreen() {
  return (
    <BusinessFrame heading="Add-ons" lead="Extras that customers can add to any service.">
      {(business) => (
        <EntryList
          business={business}
          list="addOns"
          noun="add-on"
          empty="There are no add-ons yet. Customers book services without extras."
          removal="Existing bookings keep it. To stop new bookings only, hide it instead."
          entries={business.addOns.map((one) => ({
            key: one.id,
            title: one.name,
            isHidden: !one.isVisible,
            lines: [
              pricesInWords(business, one.priceCents),
              one.minutes === 0 ? 'No extra time' : `${formatDuration(one.minutes)} longer`,
            ],
          }))}
          form={(id, close) => <AddOnForm business={business} id={id} onClose={close} />}
        />
      )}
    </BusinessFrame>
  );
}
