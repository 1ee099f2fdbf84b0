/** `held_back`: came in beyond what all senders share, and waits for the owner to release or delete it. */
export const inquiryStates = ['new', 'answered', 'closed', 'held_back'] as const;
export type InquiryState = (typeof inquiryStates)[number];
/** Those an inquiry can be marked as. */
export type InquiryMark = Exclude<InquiryState, 'held_back'>;

export const isInquiryState = (text: string | null): text is InquiryState =>
  inquiryStates.some((state) => state === text);

export const inquiriesKey = ['inquiries'];

export type ListedInquiry = {
  id: string;
  /** An instant. */
  created_at: string;
  name: string;
  email: string;
  subject: string;
  /** The first words of the message. */
  beginning: string;
  booking_id: string | null;
  status: InquiryState;
};

type NamedBooking = {
  id: string;
  customer_name: string;
  service_name: string;
  booking_date: string;
  booking_time: string;
  status: string;
};

export type InquiryChange = {
  at: string;
  /** The e-mail address of who marked it. */
  actor_label: string;
  was: InquiryState;
  is: InquiryMark;
};

export type Inquiry = Omit<ListedInquiry, 'beginning'> & {
  message: string;
  /** Null where none was named, and where the number is of none. */
  booking: NamedBooking | null;
  /** The latest first. */
  changes: InquiryChange[];
};
