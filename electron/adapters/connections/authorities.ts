import { X509Certificate } from 'node:crypto'
import tls, { rootCertificates } from 'node:tls'
import { plainLine } from '../../../shared/domain/text-safety.js'
import { message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'

/** The part of a runtime that has its certificate authorities; newer ones read the system's. */
export interface AuthorityRuntime {
  readonly rootCertificates: readonly string[]
  readonly getCACertificates?: ((type: 'system') => readonly string[]) | undefined
}

/** The authorities of public connections, as PEM. */
export interface PublicAuthorities {
  /** `system`: this computer's and the runtime's; `runtime`: only those that come with it. */
  readonly source: 'system' | 'runtime'
  readonly certificates: readonly string[]
}

/** Variables that replace the system's list: they are no setting of the computer (SEC-29). */
const REPLACING = ['SSL_CERT_FILE', 'SSL_CERT_DIR'] as const

/** Runs a function while the variables that replace the system's list are absent. */
function withoutVariables<T>(environment: NodeJS.ProcessEnv, read: () => T): T {
  const saved = REPLACING.map((name) => [name, environment[name]] as const)
  for (const name of REPLACING) delete environment[name]
  try {
    return read()
  } finally {
    for (const [name, value] of saved) {
      if (value !== undefined) environment[name] = value
    }
  }
}

const isCertificate = (pem: string): boolean => {
  try {
    return new X509Certificate(pem).raw.length > 0
  } catch {
    // Only whether it can be read matters.
    return false
  }
}

function systemCertificates({ getCACertificates }: AuthorityRuntime): readonly string[] {
  if (getCACertificates === undefined) return []
  try {
    // One unreadable certificate of a computer would make every connection impossible.
    return withoutVariables(process.env, () => getCACertificates('system')).filter(isCertificate)
  } catch {
    // A locked or missing key store: the public authorities of the runtime remain.
    return []
  }
}

/**
 * Reads the authorities that public connections trust: this computer's where the runtime reads
 * them, and always the public ones that come with the runtime, because a computer's list may lack
 * them. No variable of the environment adds one.
 */
export function readPublicAuthorities(runtime: AuthorityRuntime): PublicAuthorities {
  const system = systemCertificates(runtime)
  return system.length === 0
    ? { source: 'runtime', certificates: [...runtime.rootCertificates] }
    : { source: 'system', certificates: [...new Set([...system, ...runtime.rootCertificates])] }
}

/** Older runtimes do not have the function, and their types do not know it. */
const thisRuntime = (): AuthorityRuntime => ({
  rootCertificates,
  getCACertificates: (tls as unknown as AuthorityRuntime).getCACertificates,
})

let known: PublicAuthorities | null = null

/** Returns the authorities of public connections, read once: reading them takes some 100 ms. */
export const publicAuthorities = (): PublicAuthorities =>
  (known ??= readPublicAuthorities(thisRuntime()))

const MAX_SUBJECT_CHARS = 200
const ISO_DAY_CHARS = 10

/** Returns what connections trust, in words: an own authority alone, or the public ones. */
export function trustText(pinnedCa: string | null): Message {
  if (pinnedCa === null) {
    return publicAuthorities().source === 'system'
      ? message('connection.trustSystem')
      : message('connection.trustRuntime')
  }
  try {
    const { subject, validTo } = new X509Certificate(pinnedCa)
    return message('connection.trustOwn', {
      subject: plainLine(subject.replaceAll('\n', ', '), MAX_SUBJECT_CHARS),
      until: new Date(validTo).toISOString().slice(0, ISO_DAY_CHARS),
    })
  } catch {
    // The person reads that nothing is trusted; the reason is in the text that they pasted.
    return message('connection.trustUnreadable')
  }
}
