/** Where the sandbox's page for approving a payment is, on the site that the payer comes from. */
export const authorizePath = (intentId: string, methodId: string) =>
  `/payments-sandbox/authorize/${intentId}/${methodId}`;
