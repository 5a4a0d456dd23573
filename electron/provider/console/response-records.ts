import type {
  ConsolePage,
  ConsoleRecord,
} from '../../../shared/domain/institution/institution-view.js'

/** Above these a record is cut, and says so. */
const MAX_MEMBERS = 500
const MAX_VALUE_CHARS = 1_000_000
const CUT = '…'

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isScalar = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value)

/** Times are decoded to milliseconds; a person reads them as ISO 8601. */
const TIME_NAME = /(^|[._])(time|at)$/
const textOf = (path: string, value: string | number | boolean): string =>
  typeof value === 'number' && TIME_NAME.test(path) && Number.isSafeInteger(value)
    ? new Date(value).toISOString()
    : String(value)

const capped = (text: string): string =>
  text.length > MAX_VALUE_CHARS ? `${text.slice(0, MAX_VALUE_CHARS)}${CUT}` : text

/** Returns a response's record as one text for each of its values, by path. */
export function toRecord(value: unknown): ConsoleRecord {
  const record: Record<string, string> = {}
  const add = (path: string, member: unknown): void => {
    if (member === null || member === undefined || Object.keys(record).length >= MAX_MEMBERS) return
    if (isScalar(member)) record[path === '' ? 'value' : path] = capped(textOf(path, member))
    else if (Array.isArray(member) && member.every(isScalar)) {
      if (member.length > 0) record[path] = capped(member.join(', '))
    } else {
      for (const [name, inner] of Object.entries(member as object)) {
        add(path === '' ? name : `${path}.${name}`, inner)
      }
    }
  }
  add('', value)
  return record
}

/** Returns a response as rows: the rows of a list, or the one record. */
export function toPage(response: unknown, unreadable: number): ConsolePage {
  const page = (rows: readonly unknown[], cursor: unknown = null): ConsolePage => ({
    rows: rows.map(toRecord),
    cursor: typeof cursor === 'string' && cursor !== '' ? cursor : null,
    unreadable,
  })
  if (Array.isArray(response)) return page(response)
  if (!isObject(response)) return page([response])
  if (Array.isArray(response['data'])) return page(response['data'], response['pagination_key'])
  const lists = Object.entries(response)
  // Bars are sent by symbol: each becomes a row that begins with its symbol.
  if (lists.length > 0 && lists.every(([, list]) => Array.isArray(list) && list.every(isObject))) {
    return page(
      lists.flatMap(([symbol, list]) =>
        (list as readonly Readonly<Record<string, unknown>>[]).map((row) => ({ symbol, ...row })),
      ),
    )
  }
  return page([response])
}
