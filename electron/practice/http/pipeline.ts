import { err } from '../../../shared/domain/result.js'
import type { Fault } from '../../../shared/practice/practice-control.js'
import { CODES } from '../../../shared/wire/errors.js'
import { reclassAllRows, reclassLastRow, spoilFirstRow } from '../faults/spoiled-row.js'
import type { FaultEffect } from '../faults/fault-table.js'
import type { HostClock } from '../simulation/clock.js'
import type { Services } from './operations/services.js'
import type { Access } from './access/access.js'
import { render, renderRefusal, type Rendered } from './message/answer.js'
import type { HandlerResult } from './operations/handler.js'
import { formFields } from './message/parameters.js'
import type { RateLimiter } from './access/rate-limiter.js'
import { isLoopbackHost, type RawRequest } from './message/raw-request.js'
import { ROUTE_NOT_FOUND, refusal, type Refusal } from './message/refusal.js'
import { routesOf, type Role, type Route } from './routes.js'
import { missingInSandbox } from './sandbox.js'

/** The faults that change the rows of an answer. */
const REWRITES: ReadonlyMap<FaultEffect, (body: string) => string> = new Map([
  ['spoil', spoilFirstRow],
  ['reclass', reclassLastRow],
  ['reclass-all', reclassAllRows],
])

/** How a request ends: an answer, or a dropped connection. */
export type Delivery =
  | { readonly kind: 'answer'; readonly rendered: Rendered; readonly partial: boolean }
  | { readonly kind: 'drop' }

/** Dependencies of the pipeline. */
export interface PipelineDeps {
  readonly services: Services
  /** The services used for market data; in the sandbox their data is delayed. */
  readonly dataServices: Services
  readonly access: Access
  readonly limiter: RateLimiter
  readonly host: HostClock
  /** Counts a request of a known operation. */
  readonly counted: (operationId: string) => void
  readonly wait: (ms: number) => Promise<void>
}

const tooMany = (seconds: number): Refusal => ({
  ...refusal(429, CODES.tooManyRequests, 'Too many requests'),
  retryAfterSeconds: seconds,
})
const broken = (fault: Fault): Refusal =>
  refusal(fault.status ?? 500, CODES.systemError, 'System error')
const answer = (rendered: Rendered, partial = false): Delivery => ({
  kind: 'answer',
  rendered,
  partial,
})

/** The pipeline of a host without provider operations. */
export const NO_OPERATIONS = {
  handle: (): Promise<Delivery> => Promise.resolve(answer(renderRefusal(ROUTE_NOT_FOUND, null))),
}

/**
 * Processes the requests of one host: route, access, rate limit, faults, parameters, handler,
 * faults again.
 */
export class Pipeline {
  readonly #deps: PipelineDeps
  readonly #routes: ReadonlyMap<string, Route>

  constructor(role: Role, deps: PipelineDeps) {
    this.#deps = deps
    this.#routes = new Map(routesOf(role).map((route) => [`${route.method} ${route.path}`, route]))
  }

  async handle(raw: RawRequest): Promise<Delivery> {
    const own =
      isLoopbackHost(raw.host) || this.#deps.services.options.names?.includes(raw.host) === true
    const route = own ? this.#routes.get(`${raw.method} ${raw.path}`) : undefined
    const sandbox = this.#deps.services.options.environment === 'sandbox'
    if (
      route === undefined ||
      (sandbox && route.operation !== null && missingInSandbox(route.operation, raw))
    ) {
      return answer(renderRefusal(ROUTE_NOT_FOUND, null))
    }
    const id = route.operation?.id
    if (id === undefined) return answer(this.#render(await this.#perform(raw, route), route))
    this.#deps.counted(id)
    const failed = await this.#strikeBefore(id, route)
    if (failed !== null) return failed
    const outcome = await this.#perform(raw, route)
    return this.#strikeAfter(id, route) ?? this.#strikeAnswer(id, this.#render(outcome, route))
  }

  /** Applies the faults before an operation; returns how the request ends if it must not run. */
  async #strikeBefore(id: string, route: Route): Promise<Delivery | null> {
    for (const { effect, fault } of this.#deps.services.faults.strikes('request', id)) {
      if (effect !== 'wait') return this.#fail(effect, fault, route)
      await this.#deps.wait(fault.ms ?? 1_000)
    }
    return null
  }

  /** Applies the faults after an operation's effect; returns what replaces its answer. */
  #strikeAfter(id: string, route: Route): Delivery | null {
    const strike = this.#deps.services.faults.first('response', id)
    return strike === null ? null : this.#fail(strike.effect, strike.fault, route)
  }

  /** Applies the faults of an answer. */
  #strikeAnswer(id: string, rendered: Rendered): Delivery {
    const strike = this.#deps.services.faults.first('answer', id)
    if (strike === null) return answer(rendered)
    if (strike.effect === 'garble') {
      return answer({ ...rendered, status: 200, body: '{"data":[{"client_order_id":' })
    }
    const rewrite = REWRITES.get(strike.effect)
    return rewrite === undefined
      ? answer(rendered, true)
      : answer({ ...rendered, body: rewrite(rendered.body) })
  }

  /** Ends a request without its answer: by a dropped connection or an error. */
  #fail(effect: FaultEffect, fault: Fault, route: Route): Delivery {
    if (effect === 'drop') return { kind: 'drop' }
    return answer(this.#render(err(effect === 'limit' ? tooMany(1) : broken(fault)), route))
  }

  async #perform(raw: RawRequest, route: Route): Promise<HandlerResult> {
    const caller = this.#deps.access.authenticate(route.auth, route.operation, raw, formFields(raw))
    if (!caller.ok) return caller
    if (route.operation !== null && route.auth !== 'none') {
      const wait = this.#deps.limiter.take(
        route.operation,
        caller.value.who,
        this.#deps.host.monotonic(),
      )
      if (wait !== null) return err(tooMany(wait))
    }
    if (route.operation?.path.startsWith('/market-data/') === true) {
      return route.run({ services: this.#deps.dataServices, caller: caller.value, raw })
    }
    const { services } = this.#deps
    const outcome = route.run({ services, caller: caller.value, raw })
    // What a crash would make the exchange forget is shown to nobody: when the disk fails, this
    // throws. An answer is made before its handler waits for anything, so later changes do not
    // delay it.
    const [shown] = await Promise.all([outcome, services.whenDurable()])
    return shown
  }

  #render(outcome: HandlerResult, route: Route): Rendered {
    const rendered = outcome.ok
      ? render(outcome.value)
      : renderRefusal(outcome.error, route.operation?.family ?? null)
    // The `date` header uses the clock that signatures are checked by, so that a client can measure
    // its own clock.
    return {
      ...rendered,
      headers: {
        ...rendered.headers,
        date: new Date(this.#deps.services.wall.now()).toUTCString(),
      },
    }
  }
}
