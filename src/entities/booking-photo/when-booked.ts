/** A booking, and the email address that proves a guest's right to it. */
export type Holding = { bookingId: string; email: string | null };

type Send = (holding: Holding, options: { replaces?: string | undefined }) => void;

let send: Send | null = null;

/** What sends chosen photos, which is loaded only when somebody may choose some. */
export const sendsPhotos = (next: Send): void => {
  send = next;
};

/** A booking was made: sends the photos that were chosen for it, or for the one that it replaces. */
export const whenBooked: Send = (holding, options) => send?.(holding, options);
