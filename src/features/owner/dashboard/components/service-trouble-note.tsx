import { Section } from '@/components/section.tsx';
import { formatMoment } from '@/lib/moments.ts';
import type { ServiceTrouble } from '@contracts/dashboard.ts';

const wordings: Record<ServiceTrouble['kind'], { heading: string; advice: string }> = {
  payments: {
    heading: 'The payment provider does not answer',
    advice: 'Customers can’t pay online. We retry automatically.',
  },
  payment_keys: {
    heading: 'The payment provider refuses your keys',
    advice: 'Customers can’t pay online until the server has valid keys.',
  },
  webhook: {
    heading: 'Messages of the payment provider don’t arrive',
    advice:
      'Payments are found by asking every few minutes. The address or the secret of its messages may be wrong.',
  },
  refund: {
    heading: 'A refund could not be sent',
    advice: 'We retry automatically. Open the booking to see it.',
  },
  text: {
    heading: 'Text messages are delayed',
    advice: 'The text message service has not accepted them. We retry automatically.',
  },
  text_keys: {
    heading: 'The text message service refuses your keys',
    advice: 'Customers get no text messages until the server has valid keys.',
  },
  disk: {
    heading: 'The server’s disk is nearly full',
    advice: 'When it is full, nobody can book, and photos are lost.',
  },
};

/** A service or a machine that needs the person who looks after the server. */
export function ServiceTroubleNote({ trouble }: { trouble: ServiceTrouble }) {
  const { heading, advice } = wordings[trouble.kind];
  return (
    <Section
      heading={heading}
      headingClassName="font-semibold"
      className="border-l-4 border-danger bg-danger-wash p-5"
    >
      <p className="mt-1 text-sm">
        Since {formatMoment(trouble.since)}. {advice} Tell the person who looks after your server.
      </p>
      {trouble.reason !== '' && (
        <p className="mt-1 text-sm wrap-anywhere text-ink-soft">{trouble.reason}</p>
      )}
    </Section>
  );
}
