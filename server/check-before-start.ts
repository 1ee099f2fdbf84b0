import { checkAdministratorPassword } from './backend/auth/administrator-passwords.ts';
import { AuthFailure } from './backend/auth/errors.ts';
import { checkPlace } from './bindable.ts';
import { ConfigurationError, type Config } from './config.ts';
import { checkCertificate } from './listen.ts';

type Settings = Pick<Config, 'host' | 'port' | 'tls' | 'metrics' | 'adminPassword'>;

/**
 * Checks what needs no database, because that takes longer to start. Throws ConfigurationError for a certificate, an
 * address or a password that can't be used.
 */
export async function checkBeforeStart(config: Settings) {
  checkCertificate(config);
  checkPassword(config);
  await checkPlace({ host: 'HOST', port: 'PORT' }, config);
  if (config.metrics) {
    await checkPlace({ host: 'METRICS_HOST', port: 'METRICS_PORT' }, config.metrics);
  }
}

// The names of the owner and of the business are in the database, which checks the password again with them.
function checkPassword({ adminPassword }: Settings) {
  if (adminPassword === null) return;
  try {
    checkAdministratorPassword(adminPassword, { email: null, businessName: '' });
  } catch (error) {
    throw unusablePassword(error);
  }
}

/** A refused password as the owner reads it; any other error as it is. */
export const unusablePassword = (error: unknown): unknown =>
  error instanceof AuthFailure
    ? new ConfigurationError(`ADMIN_PASSWORD cannot be used. ${error.message}`)
    : error;
