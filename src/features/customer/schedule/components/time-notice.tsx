import { Notice } from '@/components/ui/notice.tsx';
import type { Start } from '../use-chosen-time.ts';
import { toldDayAndTime } from '@/lib/told-times.ts';

type TimeNoticeProps = {
  /** The start that is no longer available. */
  lost: Start | null;
  /** The postal code that the times are for, if they depend on one. */
  place: string | null;
  /** It has room for the service, but not for the add-ons. */
  isTooShort: boolean;
  /** The package that it doesn't fit, if it was picked for another one. */
  misfit: string | null;
  /** The customer tried to continue without a time. */
  isMissing: boolean;
  /** The time was picked on an external page, and has to be told to us. */
  isPickedOutside: boolean;
};

/** Why a time has to be picked, when that is not plain. */
export function TimeNotice({
  lost,
  isTooShort,
  misfit,
  place,
  isMissing,
  isPickedOutside,
}: TimeNoticeProps) {
  if (lost && isTooShort) {
    return (
      <Notice tone="danger" role="alert" title="That time is too short" className="mb-5">
        {toldDayAndTime(lost)} has no room for your add-ons. Please pick another time, or remove an
        add-on; everything you typed is kept.
      </Notice>
    );
  }
  if (lost && misfit !== null) {
    return (
      <Notice
        tone="danger"
        role="alert"
        title="That time doesn’t fit your new package"
        className="mb-5"
      >
        {toldDayAndTime(lost)} can’t be booked for {misfit}. Please pick another time; everything
        you typed is kept.
      </Notice>
    );
  }
  if (lost) {
    return (
      <Notice tone="danger" role="alert" title="That time is no longer available" className="mb-5">
        {toldDayAndTime(lost)} can no longer be booked{place && ` for ${place}`}. Please pick
        another time; everything you typed is kept.
      </Notice>
    );
  }
  if (isMissing) {
    return (
      <Notice tone="danger" role="alert" title="Please pick a time first" className="mb-5">
        Everything you typed is kept.
      </Notice>
    );
  }
  if (isPickedOutside) {
    return (
      <Notice role="status" title="Thank you! One more step" className="mb-5">
        The scheduling page didn’t tell us your time. Please choose the same day and time here, so
        that we can hold it for you.
      </Notice>
    );
  }
  return null;
}
