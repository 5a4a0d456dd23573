import { z } from 'zod'
import { Policy } from '../../../../shared/domain/instructions/policy.schema.js'
import { asMoney, asQuantity, dec } from '../../../../shared/domain/decimal.js'
import type { Environment } from '../../../../shared/domain/environment.js'
import { DEFAULT_TOOLSETS } from '../../../../shared/domain/instructions/toolset.js'
import { hostedScopeMembers } from '../../../../shared/domain/instructions/connection.js'
import { zConnectionId } from '../../../../shared/domain/instructions/instruction.schema.js'
import { zDigest, zTime } from '../../../../shared/domain/scalars.schema.js'

/** The version of the file. */
export const CONNECTIONS_VERSION = 1
/** The maximum number of connections; more indicate a mistake or an attack. */
export const MAX_CONNECTIONS = 50

const perEnvironment = <T extends z.ZodType>(schema: T) =>
  z.strictObject({
    practice: schema.optional(),
    sandbox: schema.optional(),
    production: schema.optional(),
  })

/**
 * A stored connection. Only the SHA-256 of its key is stored. It has a policy for each environment
 * in which it was changed.
 */
const zStoredConnection = z.strictObject({
  id: zConnectionId,
  name: z.string().min(1).max(80),
  keyHash: zDigest,
  shadow: z.boolean(),
  createdAt: zTime,
  firstSeenAt: zTime.nullable(),
  lastSeenAt: zTime.nullable(),
  client: z.string().max(120).nullable(),
  revokedAt: zTime.nullable(),
  pause: z.strictObject({ until: zTime.nullable(), why: z.string().max(200) }).nullable(),
  policies: perEnvironment(Policy),
  /** The times of its recent rate violations (CONFIRM-31); absent when there are none. */
  tooMuch: z.array(zTime).max(10).optional(),
  /**
   * A client of the broker's hosted server: its registration and authorization there. Its stored
   * key hash matches no issued key.
   */
  hosted: z
    .strictObject({
      ...hostedScopeMembers,
      clientId: z.string().min(1).max(200),
      consent: z.string().min(1).max(200),
    })
    .optional(),
})
export type StoredConnection = z.output<typeof zStoredConnection>
const zFile = z.strictObject({
  v: z.literal(CONNECTIONS_VERSION),
  connections: z.array(zStoredConnection).max(MAX_CONNECTIONS),
  /** Present where hosted clients may have been revoked that the list does not have. */
  revocationsLost: z.literal(true).optional(),
})

export interface ConnectionFile {
  readonly connections: readonly StoredConnection[]
  /** True where hosted clients may have been revoked that the list does not have. */
  readonly areRevocationsLost: boolean
}

export const NO_CONNECTIONS: ConnectionFile = { connections: [], areRevocationsLost: false }
/** The list after a loss of the file. */
export const LOST_CONNECTIONS: ConnectionFile = { connections: [], areRevocationsLost: true }

/** Parses the file. A `damaged` one is set aside; one of a `newer` version is not touched. */
export function parseConnections(text: string): ConnectionFile | 'damaged' | 'newer' {
  try {
    const raw: unknown = JSON.parse(text)
    const file = zFile.safeParse(raw)
    if (file.success) {
      const { connections, revocationsLost = false } = file.data
      return { connections, areRevocationsLost: revocationsLost }
    }
    const version = z.object({ v: z.number().int() }).safeParse(raw)
    return version.success && version.data.v > CONNECTIONS_VERSION ? 'newer' : 'damaged'
  } catch {
    return 'damaged'
  }
}

export const writeConnections = ({ connections, areRevocationsLost }: ConnectionFile): string =>
  JSON.stringify({
    v: CONNECTIONS_VERSION,
    connections,
    ...(areRevocationsLost ? { revocationsLost: true } : {}),
  })

const money = (text: string) => asMoney(dec(text))
const SAFE: Policy = {
  toolsets: [...DEFAULT_TOOLSETS],
  accounts: 'all',
  balances: 'shown',
  may: { place: true, replace: true, cancel: true },
  products: ['stock', 'option', 'futures', 'crypto', 'event'],
  symbols: 'all',
  maxOrder: money('10000'),
  maxDay: money('25000'),
  maxSymbolDay: null,
  maxProductDay: null,
  ordersPerDay: 50,
  maxQuantity: asQuantity(dec('1000')),
  maxWorking: 20,
  maxPending: 5,
  maxPerMinute: 3,
  hours: 'extended',
  validMinutes: 15,
  allow: [],
}

/**
 * The default policies of a new connection. In production it sees no account and may trade only
 * small stock orders.
 */
export const DEFAULT_POLICIES: Readonly<Record<Environment, Policy>> = {
  // One micro future at its full value, and one cash-secured put.
  practice: { ...SAFE, maxOrder: money('50000'), maxDay: money('100000') },
  sandbox: SAFE,
  production: {
    ...SAFE,
    accounts: [],
    balances: 'hidden',
    products: ['stock'],
    maxOrder: money('500'),
    maxDay: money('1000'),
    maxSymbolDay: money('1000'),
    maxProductDay: money('1000'),
    ordersPerDay: 10,
    maxQuantity: asQuantity(dec('100')),
    maxWorking: 5,
    maxPending: 3,
    hours: 'regular',
  },
}
