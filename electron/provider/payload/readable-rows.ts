import type { z } from 'zod'
import { faultOf } from './schema-fault.js'

/** A row of a list that does not fit its schema and was set aside. */
export interface UnreadableRow {
  /** The member's path and the kind of fault; never a value. */
  readonly fault: string
  /** The instrument that the row names; null when it names none. */
  readonly symbol: string | null
}

/** A list without the rows that could not be read. */
export interface ReadableList {
  readonly value: unknown
  readonly unreadable: readonly UnreadableRow[]
  /** True when none of its rows could be read. */
  readonly isEmpty: boolean
}

type Issue = z.core.$ZodIssue
type Path = readonly PropertyKey[]

/** The members of an envelope that contain the rows of a list (MARKET-2, TRADING-1). */
const ENVELOPES = ['data', 'result'] as const

/** A list of a response: its rows, the path to them, and how to replace them. */
interface RowList {
  readonly rows: readonly unknown[]
  readonly path: Path
  readonly withRows: (rows: readonly unknown[]) => unknown
}

/**
 * Sets aside the rows of a list that do not fit, so that one of them does not hide all others.
 * Returns null when the fault is not within a row: then nothing of the response can be trusted.
 */
export function withoutUnreadableRows(
  schema: z.ZodType,
  payload: unknown,
  error: z.ZodError,
): ReadableList | null {
  const list = listIn(payload)
  if (list === null) return null
  const faulty = rowsOf(error.issues, list.path, [])
  if (faulty === null) return null
  const readable = list.rows.filter((_row, index) => !faulty.has(index))
  const parsed = schema.safeParse(list.withRows(readable))
  if (!parsed.success) return null
  const fault = faultOf(error)
  const unreadable = [...faulty].map((index) => ({ fault, symbol: symbolOf(list.rows[index]) }))
  return { value: parsed.data, unreadable, isEmpty: readable.length === 0 }
}

function listIn(payload: unknown): RowList | null {
  if (Array.isArray(payload)) return { rows: payload, path: [], withRows: (rows) => rows }
  if (typeof payload !== 'object' || payload === null) return null
  for (const name of ENVELOPES) {
    const rows: unknown = (payload as Readonly<Record<string, unknown>>)[name]
    if (Array.isArray(rows)) {
      return { rows, path: [name], withRows: (readable) => ({ ...payload, [name]: readable }) }
    }
  }
  return null
}

/** Returns the indices of the rows with issues; null when an issue is outside of any row. */
function rowsOf(issues: readonly Issue[], list: Path, above: Path): ReadonlySet<number> | null {
  const rows = new Set<number>()
  for (const issue of issues) {
    const found = rowsOfIssue(issue, list, above)
    if (found === null) return null
    for (const row of found) rows.add(row)
  }
  return rows
}

function rowsOfIssue(issue: Issue, list: Path, above: Path): ReadonlySet<number> | null {
  const path = [...above, ...issue.path]
  const row = path[list.length]
  if (list.every((name, depth) => path[depth] === name) && typeof row === 'number') {
    return new Set([row])
  }
  if (issue.code !== 'invalid_union') return null
  // A response that has two forms: the form of this list is the one that fails only within rows.
  for (const branch of issue.errors) {
    const rows = rowsOf(branch, list, path)
    if (rows !== null) return rows
  }
  return null
}

/** A symbol as every list writes it; other text is not shown to a person as one. */
const SYMBOL = /^[\x21-\x7e][\x20-\x7e]{0,47}$/

/** The first of a group names the instrument of its row. */
function symbolOf(row: unknown): string | null {
  if (typeof row !== 'object' || row === null) return null
  const { symbol, orders } = row as { readonly symbol?: unknown; readonly orders?: unknown }
  if (typeof symbol === 'string' && SYMBOL.test(symbol)) return symbol
  return Array.isArray(orders) && orders.length > 0 ? symbolOf(orders[0]) : null
}
