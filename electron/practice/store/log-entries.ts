import { z } from 'zod'

/** The format of a log. A log of another one cannot be replayed and is set aside. */
export const LOG_FORMAT = 1

const zTime = z.number().int()

/**
 * What a log tells, in the order in which it happened:
 * `t` exchange time moved on to, told by the market; `s` hours that take no time were skipped to;
 * `x` an operation of the exchange
 * with its arguments and, for one that answers, its answer; `a` a placement was counted for this
 * client_order_id; `v` a part of the
 * state outside of the exchange, whole; `r` the market's load mode; `k` exchange seconds per real
 * second.
 */
export const zEntry = z.union([
  z.tuple([z.literal('t'), zTime]),
  z.tuple([z.literal('s'), zTime]),
  z.tuple([z.literal('x'), z.string(), z.array(z.unknown())]),
  z.tuple([z.literal('x'), z.string(), z.array(z.unknown()), z.unknown()]),
  z.tuple([z.literal('a'), z.string()]),
  z.tuple([z.literal('v'), z.string(), z.unknown()]),
  z.tuple([z.literal('r'), z.number().nullable()]),
  z.tuple([z.literal('k'), z.number()]),
])
export type Entry = z.infer<typeof zEntry>

/** A line after the first: what belongs together, and counts whole or not at all. */
export const zEntries = z.array(zEntry)

/**
 * A log's first line. `follows` is where the log before it ended; null when only a snapshot leads
 * here.
 */
export const zHead = z.object({
  log: z.literal(LOG_FORMAT),
  generation: z.number().int(),
  follows: z.number().int().nullable(),
})
