import 'reflect-metadata'
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509CertificateGenerator,
  cryptoProvider,
} from '@peculiar/x509'
import { webcrypto } from 'node:crypto'
import { DAY_MS, HOUR_MS, type EpochMs } from '../../../shared/domain/time.js'

/**
 * The PEM texts of a certificate authority and of the one server certificate that it signed. The
 * authority's key is never exported.
 */
export interface Certificates {
  readonly ca: string
  readonly cert: string
  readonly key: string
}

/** P-256, because every supported runtime offers it, BoringSSL included. */
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const
const VALID_DAYS = 397
const serial = (): string =>
  `01${Buffer.from(webcrypto.getRandomValues(new Uint8Array(15))).toString('hex')}`

/**
 * Creates a new authority and a certificate for `localhost`, `127.0.0.1`, `::1` and the additional
 * `names`.
 */
export async function makeCertificates(
  now: EpochMs,
  names: readonly string[] = [],
): Promise<Certificates> {
  cryptoProvider.set(
    webcrypto as unknown as NonNullable<
      Parameters<typeof X509CertificateGenerator.createSelfSigned>[1]
    >,
  )
  const notBefore = new Date(now - HOUR_MS)
  const notAfter = new Date(now + VALID_DAYS * DAY_MS)
  const authority = await webcrypto.subtle.generateKey(ALGORITHM, false, ['sign', 'verify'])
  const ca = await X509CertificateGenerator.createSelfSigned({
    serialNumber: serial(),
    name: 'CN=Practice exchange authority',
    notBefore,
    notAfter,
    keys: authority,
    signingAlgorithm: ALGORITHM,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await SubjectKeyIdentifierExtension.create(authority.publicKey),
    ],
  })
  const server = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])
  const cert = await X509CertificateGenerator.create({
    serialNumber: serial(),
    subject: 'CN=localhost',
    issuer: ca.subject,
    notBefore,
    notAfter,
    signingKey: authority.privateKey,
    publicKey: server.publicKey,
    signingAlgorithm: ALGORITHM,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension([
        { type: 'dns', value: 'localhost' },
        { type: 'ip', value: '127.0.0.1' },
        { type: 'ip', value: '::1' },
        ...names.map((value) => ({ type: 'dns' as const, value })),
      ]),
      await SubjectKeyIdentifierExtension.create(server.publicKey),
      await AuthorityKeyIdentifierExtension.create(authority.publicKey),
    ],
  })
  const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', server.privateKey)).toString(
    'base64',
  )
  const key = `-----BEGIN PRIVATE KEY-----\n${pkcs8.match(/.{1,64}/g)?.join('\n') ?? ''}\n-----END PRIVATE KEY-----\n`
  return { ca: ca.toString('pem'), cert: cert.toString('pem'), key }
}
