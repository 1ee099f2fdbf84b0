import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';

/** One element of DER: its tag, its length and its content. */
function der(tag: number, ...content: Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  const { length } = body;
  // In as few bytes as possible, or a browser refuses it.
  const long = length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  const size = length < 0x80 ? [length] : long;
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
}

const bytes = (...values: number[]) => Buffer.from(values);
const sequence = (...content: Uint8Array[]) => der(0x30, ...content);
const integer = (value: number) => der(0x02, bytes(value));
const bits = (content: Uint8Array) => der(0x03, bytes(0), content);
const identifier = (...values: number[]) => der(0x06, bytes(...values));

const ecdsaWithSha256 = sequence(identifier(0x2a, 0x86, 0x48, 0xce, 0x3d, 4, 3, 2));
const commonName = identifier(0x55, 4, 3);
const alternativeNames = identifier(0x55, 0x1d, 0x11);

/** YYMMDDhhmmssZ. */
const time = (at: Date) =>
  der(0x17, Buffer.from(`${at.toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`));

/** A new key in PEM. */
export const newKey = (): string =>
  generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString();

/** A certificate of localhost that its own key signed, in PEM (X.509, RFC 5280). */
export function selfSigned(key: string, days = { from: -1, to: 1 }): string {
  const privateKey = createPrivateKey(key);
  const inDays = (count: number) => new Date(Date.now() + count * 86_400_000);
  const name = sequence(der(0x31, sequence(commonName, der(0x0c, Buffer.from('localhost')))));
  const names = sequence(der(0x82, Buffer.from('localhost')), der(0x87, bytes(127, 0, 0, 1)));
  const content = sequence(
    der(0xa0, integer(2)),
    integer(1),
    ecdsaWithSha256,
    name,
    sequence(time(inDays(days.from)), time(inDays(days.to))),
    name,
    createPublicKey(privateKey).export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(alternativeNames, der(0x04, names)))),
  );
  const signed = sequence(content, ecdsaWithSha256, bits(sign('sha256', content, privateKey)));
  return `-----BEGIN CERTIFICATE-----\n${signed.toString('base64')}\n-----END CERTIFICATE-----\n`;
}
