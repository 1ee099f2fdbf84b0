import type { QueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { findService, type ServiceId } from '@domain/booking/catalogue.ts';
import { appConfig } from '@/config/env.ts';
import { ScheduleScreen } from '@/features/customer/schedule/components/schedule-screen.tsx';
import { prefetchFlow } from '@/features/customer/schedule/prefetch-flow.ts';
import { HeldNotice } from '@/features/customer/waiting-list/components/held-notice.tsx';
import { JoinWaitingList } from '@/features/customer/waiting-list/components/join-waiting-list.tsx';
import { OfferedSchedule } from '@/features/customer/waiting-list/components/offered-schedule.tsx';
import { knownBusiness } from '@/lib/business.ts';
import { useOwnDocument } from '@/lib/own-document.ts';

const hasOwnDocument = Object.keys(appConfig.schedulingPages).length > 0;

/** Loads what the booking of a service begins with, unless it is in another document, which loads for itself. */
export async function prefetch(client: QueryClient, serviceId: ServiceId) {
  const service = findService(knownBusiness(), serviceId);
  if (service && !hasOwnDocument) await prefetchFlow(client, service);
}

/** The booking flow; in a document of its own where other companies' scheduling pages are let in. */
export default function Schedule() {
  const isLeaving = useOwnDocument(hasOwnDocument);
  return isLeaving ? null : <OwnSchedule />;
}

/** With the waiting list under its calendar; from a mail with the time that is held. */
function OwnSchedule() {
  const [query] = useSearchParams();
  const token = query.get('offer')?.trim();
  if (!token) return <ScheduleScreen waitingList={JoinWaitingList} />;
  return (
    <OfferedSchedule token={token}>
      {(offer) => (
        <ScheduleScreen
          waitingList={JoinWaitingList}
          notice={<HeldNotice token={token} offer={offer} />}
        />
      )}
    </OfferedSchedule>
  );
}
