import { X509Certificate, createPrivateKey } from 'node:crypto'
import { z } from 'zod'
import { DAY_MS, type EpochMs } from '../../../shared/domain/time.js'
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
 * So long before its end a certificate is made anew: longer than a program runs without a restart.
 */
const RENEW_MS = 90 * DAY_MS

/** Why kept certificates are of no use any more; null while they are. */
function worn(
  { ca, cert, key, names }: StoredCertificates,
  now: EpochMs,
  wanted: readonly string[],
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
    // A name that is not wanted any more is one too many: whoever trusts this authority would
    // believe it.
    return names.length === wanted.length && wanted.every((name) => names.includes(name))
      ? null
      : 'names'
  } catch {
    return 'damaged'
  }
}

const WHY = {
  ending: 'The certificate of the exchange was near its end',
  names: 'The certificate of the exchange was for other names',
  damaged: 'The certificate of the exchange could not be read',
} as const

/**
 * The certificates of a data folder, so that a client that was told to trust them need not be told
 * again after every start; new ones,
 * with a word in `notes`, where they end soon, are for other names, or cannot be read. The file is
 * its owner's alone, and holds the key
 * of the server's certificate; that of the authority is never kept, so nobody can sign another name
 * with it.
 */
export async function loadCertificates(
  folder: string,
  now: EpochMs,
  names: readonly string[],
  notes: string[],
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
  if (why !== null && why !== 'first') {
    notes.push(
      `${WHY[why]}; there is a new one. Programs that trust the old one have to be given ca.pem again.`,
    )
  }
  return made
}
