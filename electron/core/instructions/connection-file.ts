import { z } from 'zod'
import { asMoney, asQuantity, dec } from '../../../shared/domain/decimal.js'
import { ENVIRONMENTS, type Environment } from '../../../shared/domain/environment.js'
import { TOOLSETS } from '../../../shared/domain/toolset.js'
import {
  zConnectionId,
  zDigest,
  zHostedScope,
  zPolicy,
  type Policy,
} from '../../../shared/ipc/instructions.js'
import { zTime } from '../../../shared/ipc/schemas.js'

/**
 * 2: policies have a number of orders a day, and the counters are gone that scorecards reckon from
 * the records. 3: policies have toolsets.
 */
const VERSION = 3
/** More are a mistake or an attack on a list. */
export const MOST_CONNECTIONS = 50

const perEnvironment = <T extends z.ZodType>(of: T) =>
  z.strictObject({ practice: of.optional(), sandbox: of.optional(), production: of.optional() })

/**
 * One paired assistant as it is kept. Of its key there is only the SHA-256. A policy for each
 * environment in which it was changed.
 */
const zKept = z.strictObject({
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
  policies: perEnvironment(zPolicy),
  /** When it lately asked for too much (rule 31); absent where it did not. */
  tooMuch: z.array(zTime).max(10).optional(),
  /**
   * A client of the provider's hosted server: its registration there, and what the person let it do
   * there. Its key opens nothing here.
   */
  hosted: zHostedScope
    .extend({ clientId: z.string().min(1).max(200), consent: z.string().min(1).max(200) })
    .optional(),
})
export type Kept = z.output<typeof zKept>
const zFile = z.strictObject({
  v: z.literal(VERSION),
  connections: z.array(zKept).max(MOST_CONNECTIONS),
})

/**
 * Versions 1 and 2: read once more, never written. What the counters of 1 say is of no use to
 * anybody.
 */
const zSecondPolicy = zPolicy.omit({ toolsets: true })
const zSecond = z.strictObject({
  v: z.literal(2),
  connections: z
    .array(zKept.extend({ policies: perEnvironment(zSecondPolicy) }))
    .max(MOST_CONNECTIONS),
})
const zFirst = z.strictObject({
  v: z.literal(1),
  connections: z
    .array(
      zKept.extend({
        policies: perEnvironment(zSecondPolicy.omit({ ordersPerDay: true })),
        reports: perEnvironment(z.unknown()),
      }),
    )
    .max(MOST_CONNECTIONS),
})

/**
 * A policy of an older version gets what it had no word for: a number of orders a day, and every
 * toolset, for it had every tool.
 */
const today = <T extends object>(
  policies: Readonly<Partial<Record<Environment, T>>>,
): Kept['policies'] =>
  Object.fromEntries(
    ENVIRONMENTS.flatMap((environment) => {
      const policy = policies[environment]
      return policy === undefined
        ? []
        : [
            [
              environment,
              {
                ordersPerDay: DEFAULT_POLICIES[environment].ordersPerDay,
                toolsets: [...TOOLSETS],
                ...policy,
              },
            ],
          ]
    }),
  )
const fromFirst = ({ connections }: z.output<typeof zFirst>): readonly Kept[] =>
  connections.map(({ reports: _counters, policies, ...kept }) => ({
    ...kept,
    policies: today(policies),
  }))
const fromSecond = ({ connections }: z.output<typeof zSecond>): readonly Kept[] =>
  connections.map(({ policies, ...kept }) => ({ ...kept, policies: today(policies) }))

/**
 * What stands in the file, of any version up to this one; `damaged` is set aside, and one of a
 * newer version is left alone.
 */
export function parseConnections(text: string): readonly Kept[] | 'damaged' | 'newer' {
  try {
    const raw: unknown = JSON.parse(text)
    const file = zFile.safeParse(raw)
    if (file.success) return file.data.connections
    const second = zSecond.safeParse(raw)
    if (second.success) return fromSecond(second.data)
    const first = zFirst.safeParse(raw)
    if (first.success) return fromFirst(first.data)
    const version = z.object({ v: z.number().int() }).safeParse(raw)
    return version.success && version.data.v > VERSION ? 'newer' : 'damaged'
  } catch {
    return 'damaged'
  }
}

export const writeConnections = (connections: readonly Kept[]): string =>
  JSON.stringify({ v: VERSION, connections })

const money = (text: string) => asMoney(dec(text))
const SAFE: Policy = {
  toolsets: [...TOOLSETS],
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
 * What a connection may do before a person says anything. In production it sees no account and
 * trades nothing but small orders of stocks.
 */
export const DEFAULT_POLICIES: Readonly<Record<Environment, Policy>> = {
  practice: SAFE,
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
