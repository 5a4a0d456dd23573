import { z } from 'zod'
import type { Halt } from '../../../../shared/domain/orders/halt.js'
import {
  HALT_LINE_CHARS,
  HALT_WHY_CHARS,
  MAX_STORED_LEFT,
  zStoredHalt,
  type StoredHalt,
} from '../../storage/stored-halt.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'
import { foreign } from '../../../../shared/messages/make-message.js'
import { storedMessage } from '../../../../shared/messages/stored-message.js'
import type { DocumentPort, LogPort } from '../../ports.js'

/** The version of the file. */
export const HALT_VERSION = 1

const zFile = z.strictObject({ v: z.literal(HALT_VERSION), halt: zStoredHalt.nullable() })

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
