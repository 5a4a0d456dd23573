import type { Result } from '../../../../shared/domain/result.js'
import type { CatalogOperation, OperationId } from '../../../../shared/wire/catalog.js'
import type { ParsedRequestOf } from '../../../../shared/wire/operation.js'
import type { Services } from './services.js'
import type { Caller } from '../access/access.js'
import type { HttpAnswer } from '../message/answer.js'
import type { RawRequest } from '../message/raw-request.js'
import type { Refusal } from '../message/refusal.js'

export type HandlerResult = Result<HttpAnswer, Refusal>

/** The context that a handler gets besides its checked parameters. */
export interface Call {
  readonly services: Services
  readonly caller: Caller
  readonly raw: RawRequest
}

type Catalogued<Id extends OperationId> = Extract<CatalogOperation, { readonly id: Id }>

/** Handles one operation. */
export type Handler<Id extends OperationId> = (
  request: ParsedRequestOf<Catalogued<Id>>,
  call: Call,
) => HandlerResult | Promise<HandlerResult>

/**
 * Operations that a browser opens: an invalid query is shown or redirected, not answered as JSON.
 */
export type BrowserId = 'connect.login' | 'connect.code'
export type BrowserHandler = (call: Call) => HandlerResult | Promise<HandlerResult>

/** A handler for every operation of the catalog; a missing one does not compile. */
export type Handlers = {
  readonly [Id in OperationId]: Id extends BrowserId ? BrowserHandler : Handler<Id>
}

/** Reads a v2 query parameter that the v3 schema does not know. */
export const queryValue = (call: Call, name: string): string | undefined =>
  call.raw.query.find(([known]) => known === name)?.[1]
