import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext, type Server } from 'node:tls';
import type { Log } from '../supabase/functions/_shared/http/deps.ts';
import { ConfigurationError, type Config } from './config.ts';

type Files = NonNullable<Config['tls']>;
type Certificate = { cert: Buffer; key: Buffer };

/** Renewals replace files without notice, often through links, which only reading them again shows for certain. */
const lookAgainMs = 60_000;

/** The certificate and its key. Throws ConfigurationError if no browser could accept them. */
export function readCertificate({ certFile, keyFile }: Files): Certificate {
  const cert = read('TLS_CERT', certFile);
  const key = read('TLS_KEY', keyFile);
  const certificate = parsed('TLS_CERT', certFile, 'certificate', () => new X509Certificate(cert));
  const ends = new Date(certificate.validTo);
  if (ends < new Date()) {
    throw new ConfigurationError(`TLS_CERT: ${certFile} expired on ${ends.toISOString()}`);
  }
  const privateKey = parsed('TLS_KEY', keyFile, 'key without a password', () =>
    createPrivateKey(key),
  );
  if (!certificate.checkPrivateKey(privateKey)) {
    throw new ConfigurationError(
      `TLS_KEY: ${keyFile} is not the key of the certificate in ${certFile}`,
    );
  }
  // The other certificates of the file count too.
  parsed('TLS_CERT', certFile, 'chain of certificates', () => createSecureContext({ cert, key }));
  return { cert, key };
}

/** Lets new connections of a server use a renewed certificate, at once after SIGHUP. Returns how to stop. */
export function followRenewals(
  server: Server,
  files: Files,
  { inUse, log }: { inUse: Certificate; log: Log },
): () => void {
  let current = inUse;
  const look = () => {
    try {
      const found = readCertificate(files);
      if (found.cert.equals(current.cert) && found.key.equals(current.key)) return;
      server.setSecureContext(found);
      current = found;
      log.info({ file: files.certFile }, 'The certificate was renewed');
    } catch (error) {
      log.error({ err: error }, 'The certificate in use stays: the new one cannot be used');
    }
  };
  const timer = setInterval(look, lookAgainMs);
  timer.unref();
  process.on('SIGHUP', look);
  return () => {
    clearInterval(timer);
    process.off('SIGHUP', look);
  };
}

function read(name: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    throw new ConfigurationError(`${name}: ${path} can't be read (${code})`, { cause: error });
  }
}

function parsed<T>(name: string, path: string, what: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw new ConfigurationError(`${name}: ${path} has no usable ${what} in PEM`, { cause: error });
  }
}
