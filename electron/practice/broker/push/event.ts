import { z } from 'zod'
import { epochMs } from '../../../../shared/domain/time.js'
import { W_BROKER_EVENTS } from '../../../../shared/wire/broker-enums.js'

export type BrokerEventType = (typeof W_BROKER_EVENTS)[number]

/**
 * One event of the broker's push. `number` runs over all types from 1, without gaps; `payload` is
 * JSON text.
 */
export const zBrokerEvent = z.object({
  number: z.number().int(),
  id: z.string(),
  type: z.enum(W_BROKER_EVENTS),
  time: z.number().int().transform(epochMs),
  payload: z.string(),
})
export type BrokerEvent = z.output<typeof zBrokerEvent>

/**
 * The push state in the state file: the log's id, the number of published events, and the events
 * that may be missing from the log's file.
 */
export const zPush = z.object({
  log: z.string(),
  told: z.number().int(),
  outbox: z.array(zBrokerEvent),
})
export type PushState = z.output<typeof zPush>
export const NO_PUSH: PushState = { log: '', told: 0, outbox: [] }
