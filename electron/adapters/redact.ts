/** Field names that may be logged. All others are omitted and so cannot leak. */
export const LOG_FIELDS: ReadonlySet<string> = new Set([
  'operation',
  'class',
  'code',
  'status',
  'providerCode',
  'reason',
  'final',
  'waitMs',
  'bytes',
  'what',
  'count',
  'file',
  'kind',
  'outcome',
  'as',
  'op',
  'ref',
  'surface',
  'press',
  'topic',
  'issue',
  'error',
  'where',
  'why',
  'text',
  'backend',
])

const TEXT_CAP = 200
/** Long unbroken runs of token characters: keys, tokens, codes, signatures, client order ids. */
const SECRET_LIKE = /[A-Za-z0-9+/_=-]{24,}/g
/**
 * The provider's error codes and the time stamps of files that were set aside: long, but public.
 */
const PUBLIC = /^([A-Z]+(_[A-Z]+)+|(damaged|set-aside)-\d{4}-\d{2}-\d{2}T[\d-]+Z)$/
const BEARER = /\b(bearer|authorization|token|secret|password|code)(["'\s:=]+)[^\s"'&,;]+/gi

/**
 * Makes a text safe to log: removes control characters, replaces secrets and what looks like one,
 * and caps the length.
 */
export function redact(text: string, secrets: readonly string[] = []): string {
  let clean = text.replace(/[\p{Cc}\p{Cf}\p{Z}]+/gu, ' ')
  for (const secret of secrets) {
    if (secret.length >= 4) clean = clean.split(secret).join('[redacted]')
  }
  return clean
    .replace(BEARER, '$1$2[redacted]')
    .replace(SECRET_LIKE, (word) => (PUBLIC.test(word) ? word : '[redacted]'))
    .slice(0, TEXT_CAP)
}

/** Returns the fields of an event that may be logged. */
export function loggable(
  fields: Readonly<Record<string, string | number | boolean | null>>,
  secrets: readonly string[],
): Record<string, string | number | boolean | null> {
  const allowed: Record<string, string | number | boolean | null> = {}
  for (const [name, value] of Object.entries(fields)) {
    if (LOG_FIELDS.has(name)) {
      allowed[name] = typeof value === 'string' ? redact(value, secrets) : value
    }
  }
  return allowed
}
