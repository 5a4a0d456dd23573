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

/** Changes the row at `index` of the list in a body; a body without such a row stays as it is. */
function changeRow(body: string, index: 0 | -1, change: (row: unknown) => unknown): string {
  const payload: unknown = JSON.parse(body)
  const rows: unknown = isMembers(payload) ? payload['data'] : payload
  if (!Array.isArray(rows) || rows.length === 0) return body
  const row = change(rows.at(index))
  if (row === null) return body
  const changed: unknown[] = rows.with(index, row)
  return JSON.stringify(isMembers(payload) ? { ...payload, data: changed } : changed)
}

/**
 * Writes a number of a list's first row in a form that is not published, as a broker may do without
 * notice.
 */
export const spoilFirstRow = (body: string): string => changeRow(body, 0, withSpoiledNumber)

const reclassed = (row: unknown): unknown =>
  isMembers(row) && 'account_class' in row ? { ...row, account_class: 'UNPUBLISHED' } : null

/** Gives the last account of a list a class that is not published. */
export const reclassLastRow = (body: string): string => changeRow(body, -1, reclassed)

/** Gives every account of a list a class that is not published. */
export function reclassAllRows(body: string): string {
  const rows: unknown = JSON.parse(body)
  return Array.isArray(rows) ? JSON.stringify(rows.map((row) => reclassed(row) ?? row)) : body
}
