const NUMBER = /^-?\d+(\.\d+)?$/

type Members = Readonly<Record<string, unknown>>

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the value with its first number in another form; null when it contains none. */
function withSpoiledNumber(value: unknown): unknown {
  if (typeof value === 'string') return NUMBER.test(value) ? { value } : null
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : []
  for (const [name, member] of entries) {
    const spoiled = withSpoiledNumber(member)
    if (spoiled === null) continue
    return Array.isArray(value)
      ? value.with(Number(name), spoiled)
      : { ...(value as Members), [name]: spoiled }
  }
  return null
}

/**
 * Writes a number of a list's first row in a form that is not published, as a broker may do without
 * notice. A body without such a row stays as it is.
 */
export function spoilFirstRow(body: string): string {
  const payload: unknown = JSON.parse(body)
  const rows = isMembers(payload) ? payload['data'] : payload
  if (!Array.isArray(rows)) return body
  const spoiled = withSpoiledNumber(rows[0])
  if (spoiled === null) return body
  const changed = rows.with(0, spoiled)
  return JSON.stringify(isMembers(payload) ? { ...payload, data: changed } : changed)
}
