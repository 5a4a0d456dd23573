import { z } from 'zod'

/**
 * The version of the log format. A log of a newer version ends the start.
 */
export const LOG_FORMAT = 1

const zTime = z.number().int()

/**
 * One log entry, in order of time: `t` the market advanced exchange time to; `s` hours that take no
 * time were skipped to; `x` an operation of the exchange with its arguments and, if it has one, its
 * answer; `a` a placement was counted for this client_order_id; `v` the complete new value of a
 * part of the state outside the exchange; `r` the market's load mode; `k` exchange seconds per real
 * second.
 */
export const zLogEntry = z.union([
  z.tuple([z.literal('t'), zTime]),
  z.tuple([z.literal('s'), zTime]),
  z.tuple([z.literal('x'), z.string(), z.array(z.unknown())]),
  z.tuple([z.literal('x'), z.string(), z.array(z.unknown()), z.unknown()]),
  z.tuple([z.literal('a'), z.string()]),
  z.tuple([z.literal('v'), z.string(), z.unknown()]),
  z.tuple([z.literal('r'), z.number().nullable()]),
  z.tuple([z.literal('k'), z.number()]),
])
export type LogEntry = z.infer<typeof zLogEntry>

/** A line after the first: entries that belong together and are replayed all or none. */
export const zLogEntries = z.array(zLogEntry)

/** The version of any log. */
export const zLogVersion = z.object({ log: z.number() })

/**
 * A log's first line. `follows` is the end mark of the previous log; null when only a snapshot
 * precedes it.
 */
export const zHead = z.object({
  log: z.literal(LOG_FORMAT),
  generation: z.number().int(),
  follows: z.number().int().nullable(),
})
