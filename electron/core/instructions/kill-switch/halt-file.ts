import { z } from 'zod'
import { HALT_PHASES, HALT_SCOPES, type Halt } from '../../../../shared/domain/orders/halt.js'
import { asReadonly } from '../../../../shared/domain/readonly-schema.js'
import {
  textSchema,
  zAccountId,
  zClientOrderId,
  zTime,
  zTradingSymbol,
} from '../../../../shared/domain/scalars.schema.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'
import { foreign } from '../../../../shared/messages/make-message.js'
import { storedMessage } from '../../../../shared/messages/stored-message.js'
import type { DocumentPort, LogPort } from '../../ports.js'

/** The version of the file. */
export const HALT_VERSION = 1

/** The longest reason, and the longest line of an order, that the file holds. */
const HALT_WHY_CHARS = 200
const HALT_LINE_CHARS = 300
/** The most orders that the file holds. */
const MAX_STORED_LEFT = 200

const count = z.number().int().min(0)

/** A halt and its result, as stored: its texts are in English, and its time is called `at`. */
const StoredHalt = asReadonly(
  z.strictObject({
    scope: z.enum(HALT_SCOPES),
    why: textSchema(HALT_WHY_CHARS),
    phase: z.enum(HALT_PHASES),
    withdrawn: count,
    cancelled: count,
    working: count,
    unknown: count,
    atLeast: z.literal(true).optional(),
    left: z
      .array(
        z.strictObject({
          clientOrderId: zClientOrderId.nullable(),
          accountId: zAccountId,
          symbol: zTradingSymbol,
          state: z.enum(['working', 'unknown']),
          line: textSchema(HALT_LINE_CHARS),
        }),
      )
      .max(MAX_STORED_LEFT),
    at: zTime,
  }),
)
type StoredHalt = z.output<typeof StoredHalt>

const zFile = z.strictObject({ v: z.literal(HALT_VERSION), halt: StoredHalt.nullable() })

/**
 * Reads the stored halt; null when there is none. `damaged` when the file cannot be read, which
 * halts as well.
 */
export async function readHalt(file: DocumentPort, log: LogPort): Promise<Halt | null | 'damaged'> {
  const text = await file.read()
  if (text.ok && text.value === null) return null
  try {
    if (text.ok && text.value !== null) return fromStored(zFile.parse(JSON.parse(text.value)).halt)
  } catch {
    await file.setAside()
  }
  log.event('error', 'halt.damaged')
  return 'damaged'
}

/** Returns whether the text of the file says that assistants are halted; throws for other texts. */
export const isStoredHalt = (text: string): boolean => zFile.parse(JSON.parse(text)).halt !== null

/** Returns the file text of a halt. */
export const writeHalt = (halt: Halt | null): string =>
  JSON.stringify({ v: HALT_VERSION, halt: toStored(halt) } satisfies z.output<typeof zFile>)

function fromStored(stored: StoredHalt | null): Halt | null {
  if (stored === null) return null
  const { at: haltedAt, left, ...rest } = stored
  return {
    ...rest,
    why: storedMessage(stored.why),
    haltedAt,
    left: left.map((order) => ({ ...order, line: foreign(order.line) })),
  }
}

function toStored(halt: Halt | null): StoredHalt | null {
  if (halt === null) return null
  const { haltedAt: at, left, ...rest } = halt
  return {
    ...rest,
    why: inEnglish(halt.why).slice(0, HALT_WHY_CHARS),
    left: left
      .slice(0, MAX_STORED_LEFT)
      .map((order) => ({ ...order, line: inEnglish(order.line).slice(0, HALT_LINE_CHARS) })),
    at,
  }
}
