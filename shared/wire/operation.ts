import type { z } from 'zod'

/** The provider's families of operations. */
export const FAMILIES = ['auth', 'connect', 'trading', 'market-data', 'broker'] as const
export type Family = (typeof FAMILIES)[number]

/** The hosts of an environment that an operation can live on (ENVIRONMENTS-1). */
export const HOST_ROLES = [
  'api',
  'oauth',
  'passport',
  'broker',
  'data',
  'events',
  'broker-events',
] as const
export type HostRole = (typeof HOST_ROLES)[number]

/**
 * The authentication of a request (AUTH-1): none, a signature, a signature and the 2FA token, or a
 * bearer token and a signature.
 */
export type AuthKind = 'none' | 'signature' | 'signature+token' | 'bearer+signature'

/**
 * The effect that a call can have: none (a read), a change of the session, or a change of an order.
 * Calls that trade are never repeated blindly.
 */
export type Effect = 'read' | 'session' | 'trade'

/** The encoding of the parameters. */
export type Encoding = 'query' | 'json' | 'form'

/** At most `count` requests in any `seconds` seconds (sliding window). */
export interface RateLimit {
  readonly count: number
  readonly seconds: number
}

/**
 * One HTTP operation of the provider as data. The client and the practice exchange are both driven
 * by it.
 */
export interface Operation<Req extends z.ZodType = z.ZodType, Res extends z.ZodType = z.ZodType> {
  /** Our own id: family and name, e.g. `trading.orders.place`. */
  readonly id: string
  readonly family: Family
  /** The provider's name of the operation. */
  readonly name: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly host: HostRole
  readonly auth: AuthKind
  readonly effect: Effect
  readonly paging: 'cursor' | 'none'
  readonly rate: { readonly production: RateLimit; readonly sandbox: RateLimit }
  /** A second limit, where the provider's page of the operation states one besides the table's. */
  readonly burst?: RateLimit
  readonly encoding: Encoding
  /**
   * The format of the response when it is not JSON: Server-Sent Events, decoded to the list of
   * their data.
   */
  readonly answer?: 'events'
  /**
   * The parameters by wire name. Query values are text. Strict about what the provider requires.
   */
  readonly request: Req
  /** The response's payload: accepts extra members, rejects missing ones and wrong types. */
  readonly response: Res
}

export type RequestOf<O extends Operation> = z.input<O['request']>
export type ParsedRequestOf<O extends Operation> = z.output<O['request']>
export type ResponseOf<O extends Operation> = z.output<O['response']>

/**
 * Declares an operation and infers its types. The id stays literal, so that a table by id can be
 * checked for gaps.
 */
export const operation = <const Id extends string, Req extends z.ZodType, Res extends z.ZodType>(
  o: Operation<Req, Res> & { readonly id: Id },
): Operation<Req, Res> & { readonly id: Id } => o
