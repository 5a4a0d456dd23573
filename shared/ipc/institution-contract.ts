import { returns, op, type ContractEntry } from './entry.js'
import { z } from 'zod'
import type {
  ConsoleAccountForm,
  ConsoleCatalog,
  ConsoleOrders,
  ConsoleOutcome,
  ConsolePreparation,
  ConsoleReading,
} from '../domain/institution/institution-view.js'
import { zProfileId } from '../domain/app/profile.schema.js'

const main = ['main'] as const
const zPath = z.string().min(1).max(200)
const zOperation = z.string().regex(/^[a-z.-]{3,60}$/)
const zCursor = z.string().max(4_000).nullable()
/** Documents are entered as base64. */
const MAX_FIELD_CHARS = 700_000
const zFields = z.record(zPath, z.string().max(MAX_FIELD_CHARS))
const request = { profile: zProfileId, operation: zOperation, fields: zFields }

/** The operations of the institution console (the Broker API). Assistants have none of them. */
export const institutionContract = {
  'institution.catalog': op({
    in: z.strictObject({}),
    out: returns<ConsoleCatalog>(),
    surfaces: main,
    effect: 'read',
  }),
  'institution.read': op({
    in: z.strictObject({ ...request, cursor: zCursor }),
    out: returns<ConsoleReading>(),
    surfaces: main,
    effect: 'read',
  }),
  /** The latest requests about orders, with those that are still settled. */
  'institution.orders': op({
    in: z.strictObject({ profile: zProfileId }),
    out: returns<ConsoleOrders>(),
    surfaces: main,
    effect: 'read',
  }),
  /** The fields of one of the broker's account forms. */
  'institution.form': op({
    in: z.strictObject({ profile: zProfileId, code: z.string().regex(/^[A-Z_]{3,60}$/) }),
    out: returns<ConsoleAccountForm>(),
    surfaces: main,
    effect: 'read',
  }),
  /** Checks a write and holds it for its review; sends nothing. */
  'institution.prepare': op({
    in: z.strictObject(request),
    out: returns<ConsolePreparation>(),
    surfaces: main,
    effect: 'session',
  }),
  /** Sends what was reviewed, at most once. `word` is required for production only. */
  'institution.send': op({
    in: z.strictObject({ ticket: z.string().regex(/^[0-9a-f]{16}$/), word: z.string().max(40) }),
    out: returns<ConsoleOutcome>(),
    surfaces: main,
    effect: 'trade',
  }),
} as const satisfies Record<string, ContractEntry>
