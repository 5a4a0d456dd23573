import type { z } from 'zod'

/** The provider's families of operations (contract/operations.json). */
export const FAMILIES = ['auth', 'connect', 'trading', 'market-data', 'broker'] as const
export type Family = (typeof FAMILIES)[number]

/** Which of an environment's hosts an operation lives on (ENVIRONMENTS-1). */
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
 * What a request must carry (AUTH-1): nothing, a signature, a signature and the 2FA
 * token, or a bearer.
 */
export type AuthKind = 'none' | 'signature' | 'signature+token' | 'bearer+signature'

/**
 * What a call can cause: a read, a change of the session, or a change of an order. Trade calls are
 * never repeated blindly.
 */
export type Effect = 'read' | 'session' | 'trade'

/** How the parameters travel. */
export type Encoding = 'query' | 'json' | 'form'

/** `count` requests per `seconds`, sliding. */
export interface RateLimit {
  readonly count: number
  readonly seconds: number
}

/**
 * One HTTP operation of the provider as data. Both the client and the practice exchange are driven
 * by it.
 */
export interface Operation<Req extends z.ZodType = z.ZodType, Res extends z.ZodType = z.ZodType> {
  /** Ours: family and name in one word, e.g. `trading.orders.place`. */
  readonly id: string
  readonly family: Family
  /** The provider's name of it, as in contract/operations.json. */
  readonly name: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly host: HostRole
  readonly auth: AuthKind
  readonly effect: Effect
  readonly paging: 'cursor' | 'none'
  readonly rate: { readonly production: RateLimit; readonly sandbox: RateLimit }
  /** A second limit beside the table's, where a page of its own tells one. */
  readonly burst?: RateLimit
  readonly encoding: Encoding
  /** How the answer comes when not as JSON: Server-Sent Events, read as the list of their data. */
  readonly answer?: 'events'
  /** Parameters by wire name. Query values are text; strict in what the provider requires. */
  readonly request: Req
  /** The answer's payload: lenient in extra members, strict in missing or retyped ones. */
  readonly response: Res
}

export type RequestOf<O extends Operation> = z.input<O['request']>
export type ParsedRequestOf<O extends Operation> = z.output<O['request']>
export type ResponseOf<O extends Operation> = z.output<O['response']>

/**
 * Declares an operation; exists for its inferred types. The id stays literal, so that a table by id
 * can be checked for gaps.
 */
export const operation = <const Id extends string, Req extends z.ZodType, Res extends z.ZodType>(
  o: Operation<Req, Res> & { readonly id: Id },
): Operation<Req, Res> & { readonly id: Id } => o
