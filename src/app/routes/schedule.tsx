import { useSearchParams } from 'react-router';
import { ScheduleScreen } from '@/features/schedule/components/schedule-screen.tsx';
import { HeldNotice } from '@/features/waiting-list/components/held-notice.tsx';
import { JoinWaitingList } from '@/features/waiting-list/components/join-waiting-list.tsx';
import { OfferedSchedule } from '@/features/waiting-list/components/offered-schedule.tsx';

/** The booking flow, with the waiting list under its calendar; from a mail with the time that is held. */
export default function Schedule() {
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
