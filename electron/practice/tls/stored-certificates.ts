import { X509Certificate, createPrivateKey } from 'node:crypto'
import { z } from 'zod'
import { DAY_MS, type EpochMs } from '../../../shared/domain/time.js'
import { message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'
import { StateFile } from '../data/state-file.js'
import { makeCertificates, type Certificates } from './certificates.js'

const zStoredCertificates = z.object({
  ca: z.string(),
  cert: z.string(),
  key: z.string(),
  names: z.array(z.string()),
})
type StoredCertificates = z.infer<typeof zStoredCertificates>

/**
 * How long before its expiry a certificate is renewed: longer than a program runs without a
 * restart.
 */
const RENEW_MS = 90 * DAY_MS

/** Returns why stored certificates cannot be used any more; null when they can. */
function worn(
  { ca, cert, key, names }: StoredCertificates,
  now: EpochMs,
  expectedNames: readonly string[],
): 'ending' | 'names' | 'damaged' | null {
  try {
    const [authority, server] = [new X509Certificate(ca), new X509Certificate(cert)]
    if (
      !authority.ca ||
      !server.verify(authority.publicKey) ||
      !server.checkPrivateKey(createPrivateKey(key))
    ) {
      return 'damaged'
    }
    if (
      [authority, server].some(
        ({ validFrom, validTo }) =>
          now < Date.parse(validFrom) || now >= Date.parse(validTo) - RENEW_MS,
      )
    ) {
      return 'ending'
    }
    // An extra name also requires a new certificate, because clients that trust this authority
    // would accept it.
    return names.length === expectedNames.length &&
      expectedNames.every((name) => names.includes(name))
      ? null
      : 'names'
  } catch {
    return 'damaged'
  }
}

const WHY = {
  ending: 'practice.certificateEnding',
  names: 'practice.certificateNames',
  damaged: 'practice.certificateDamaged',
} as const

/**
 * Loads the certificates of a data folder, so that clients need to trust them only once. Creates
 * new ones, with a message in `notes`, when they expire soon, are for other names, or cannot be
 * read. Only the owner can read the file, which contains the server certificate's key. The
 * authority's key is never stored, so no other name can be signed with it.
 */
export async function loadCertificates(
  folder: string,
  now: EpochMs,
  names: readonly string[],
  notes: Message[],
): Promise<Certificates> {
  const file = new StateFile(folder, 'certificate.json')
  const stored = await file.load(now)
  const saved = zStoredCertificates.safeParse(stored.value)
  const why = saved.success
    ? worn(saved.data, now, names)
    : stored.setAside !== null || stored.value !== null
      ? 'damaged'
      : 'first'
  if (saved.success && why === null) return saved.data
  const made = await makeCertificates(now, names)
  await file.save((): StoredCertificates => ({ ...made, names: [...names] }))
  if (why !== null && why !== 'first') notes.push(message(WHY[why]))
  return made
}
