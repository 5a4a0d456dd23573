import { z } from 'zod'
import { ENVIRONMENTS } from '../../domain/environment.js'
import {
  CONSOLE_FIELD_KINDS,
  CONSOLE_SECTIONS,
  type ConsoleAccountForm,
  type ConsoleCatalog,
  type ConsoleOrders,
  type ConsoleOutcome,
  type ConsolePage,
  type ConsolePreparation,
  type ConsoleReading,
} from '../../domain/institution/institution-view.js'
import {
  ORDER_WRITE_KINDS,
  ORDER_WRITE_STATES,
} from '../../domain/institution/institution-order.js'
import { op, type Entry } from '../entry.js'
import { zTime } from '../../domain/scalars.schema.js'
import { zMessage } from '../message.js'
import { mirror } from '../mirror.js'
import { zProfileId, zProfileName } from '../profiles.js'

const main = ['main'] as const
const zPath = z.string().min(1).max(200)
const zOperation = z.string().regex(/^[a-z.-]{3,60}$/)
const zCursor = z.string().max(4_000).nullable()
/** Documents are entered as base64. */
const MAX_FIELD_CHARS = 700_000
const zFields = z.record(zPath, z.string().max(MAX_FIELD_CHARS))
const zRecord = z.record(z.string().max(400), z.string().max(1_000_001))

const zField = z.strictObject({
  path: zPath,
  kind: z.enum(CONSOLE_FIELD_KINDS),
  required: z.boolean(),
  filled: z.boolean(),
  choices: z.array(z.string().max(100)).max(400),
  maxChars: z.number().int().min(1).nullable(),
})

const zAccountForm = mirror<ConsoleAccountForm>()(
  z.strictObject({
    code: z.string().max(100),
    name: z.string().max(200),
    version: z.string().max(40),
    fields: z.array(zField).max(400),
  }),
)

const zCatalog = mirror<ConsoleCatalog>()(
  z.strictObject({
    environment: z.enum(ENVIRONMENTS),
    profiles: z
      .array(z.strictObject({ id: zProfileId, name: zProfileName, ready: z.boolean() }))
      .max(50),
    sections: z
      .array(
        z.strictObject({
          id: z.enum(CONSOLE_SECTIONS),
          operations: z
            .array(
              z.strictObject({
                id: zOperation,
                name: z.string().max(80),
                isWrite: z.boolean(),
                fields: z.array(zField).max(100),
              }),
            )
            .max(40),
        }),
      )
      .max(CONSOLE_SECTIONS.length),
  }),
)

const zPage = mirror<ConsolePage>()(
  z.strictObject({
    rows: z.array(zRecord).max(2_000),
    cursor: zCursor,
    unreadable: z.number().int().min(0),
  }),
)

const zProblems = z.strictObject({
  kind: z.literal('problems'),
  problems: z
    .array(
      z.strictObject({
        path: z.string().max(200),
        kind: z.enum(['missing', 'wrong']),
        detail: z.string().max(200),
      }),
    )
    .max(200),
})

const zReading = mirror<ConsoleReading>()(
  z.discriminatedUnion('kind', [
    zProblems,
    z.strictObject({ kind: z.literal('page'), page: zPage }),
  ]),
)

const zPreparation = mirror<ConsolePreparation>()(
  z.discriminatedUnion('kind', [
    zProblems,
    z.strictObject({
      kind: z.literal('review'),
      review: z.strictObject({
        ticket: z.string().max(64),
        profile: zProfileName,
        environment: z.enum(ENVIRONMENTS),
        operation: zOperation,
        address: z.string().max(400),
        body: z.string().max(1_000_000),
        word: z.string().max(40).nullable(),
      }),
    }),
  ]),
)

const zOutcome = mirror<ConsoleOutcome>()(
  z.strictObject({
    outcome: z.enum(['done', 'rejected', 'unknown', 'not-sent']),
    record: zRecord.nullable(),
    code: z.string().max(120).nullable(),
    reason: zMessage.nullable(),
  }),
)

const zOrders = mirror<ConsoleOrders>()(
  z.strictObject({
    rows: z
      .array(
        z.strictObject({
          ref: z.string().max(64),
          sentAt: zTime,
          kind: z.enum(ORDER_WRITE_KINDS),
          accountId: z.string().max(200),
          clientOrderId: z.string().max(200),
          state: z.enum(ORDER_WRITE_STATES),
        }),
      )
      .max(50),
    problem: zMessage.nullable(),
  }),
)

const request = { profile: zProfileId, operation: zOperation, fields: zFields }

/** The operations of the institution console (the Broker API). Assistants have none of them. */
export const institutionContract = {
  'institution.catalog': op({
    in: z.strictObject({}),
    out: zCatalog,
    surfaces: main,
    effect: 'read',
  }),
  'institution.read': op({
    in: z.strictObject({ ...request, cursor: zCursor }),
    out: zReading,
    surfaces: main,
    effect: 'read',
  }),
  /** The latest requests about orders, with those that are still settled. */
  'institution.orders': op({
    in: z.strictObject({ profile: zProfileId }),
    out: zOrders,
    surfaces: main,
    effect: 'read',
  }),
  /** The fields of one of the broker's account forms. */
  'institution.form': op({
    in: z.strictObject({ profile: zProfileId, code: z.string().regex(/^[A-Z_]{3,60}$/) }),
    out: zAccountForm,
    surfaces: main,
    effect: 'read',
  }),
  /** Checks a write and holds it for its review; sends nothing. */
  'institution.prepare': op({
    in: z.strictObject(request),
    out: zPreparation,
    surfaces: main,
    effect: 'session',
  }),
  /** Sends what was reviewed, at most once. `word` is required for production only. */
  'institution.send': op({
    in: z.strictObject({ ticket: z.string().regex(/^[0-9a-f]{16}$/), word: z.string().max(40) }),
    out: zOutcome,
    surfaces: main,
    effect: 'trade',
  }),
} as const satisfies Record<string, Entry>
