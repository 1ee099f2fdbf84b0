import type { MailMessage } from '../../supabase/functions/_shared/mail/mail-message.ts';

const calendarFile = 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n';

/** A booking email for the tests. */
export const sampleMessage = (changes: Partial<MailMessage> = {}): MailMessage => ({
  key: 'booking_confirmation:3f0c',
  messageId: '<booking_confirmation.3f0c@shop.example>',
  to: 'ada@example.com',
  subject: 'Your wash is booked – à bientôt',
  html: '<p>See you on <b>Tuesday</b></p>',
  text: 'See you on Tuesday',
  attachments: [
    {
      filename: 'booking.ics',
      contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
      content: calendarFile,
    },
  ],
  ...changes,
});
