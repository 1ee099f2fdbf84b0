/**
 * The address with `sslmode=verify-full` in place of the modes for which the driver does the same and warns: it checks
 * certificate and name whenever a mode asks for TLS.
 */
export const verifyServer = (address: string): string =>
  address.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full');
