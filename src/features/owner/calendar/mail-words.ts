/** What a move means for the customer. */
export const mailWords = (hasEmail: boolean): string =>
  hasEmail
    ? 'We email the new time to the customer.'
    : 'There’s no email address. Please call the customer.';
