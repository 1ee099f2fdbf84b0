/** Whether an address carries, after its #, what old account links ended in: tokens, or what went wrong. */
export const isOldLink = (hash: string) =>
  /[#&](access_token|refresh_token|error_code)=/.test(hash);
