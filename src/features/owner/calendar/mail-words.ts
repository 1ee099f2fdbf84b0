/** What a move means for the customer. */
export const mailWords = (hasEmail: boolean): string =>
  hasEmail
    ? 'The customer gets a mail with the new time.'
    : 'There’s no email address. Please call the customer.';
