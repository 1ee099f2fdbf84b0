/** The reasons that payment providers report, in the words of the person who disputes. */
const reasons: Readonly<Record<string, string>> = {
  bank_cannot_process: 'the bank can’t process this payment',
  check_returned: 'the cheque was returned',
  credit_not_processed: 'the customer says that a promised refund never arrived',
  customer_initiated: 'the customer asked the bank to reverse this payment',
  debit_not_authorized: 'the customer says that they didn’t authorize this payment',
  duplicate: 'the customer says that they paid twice',
  fraudulent: 'the customer says that somebody else used their card',
  general: 'none given',
  incorrect_account_details: 'the account details are wrong',
  insufficient_funds: 'the account has too little money',
  noncompliant: 'the payment broke a rule of the card network',
  product_not_received: 'the customer says that the service never took place',
  product_unacceptable: 'the customer says that the service was not as described',
  subscription_canceled: 'the customer says that they had cancelled',
  unrecognized: 'the customer doesn’t recognize this payment',
};

/** The reason in plain words; an unknown one as the provider's own code. */
export const disputeReason = (reason: string): string =>
  Object.hasOwn(reasons, reason) ? (reasons[reason] ?? reason) : `the provider’s code “${reason}”`;
