import type { Symbol } from '../../../shared/domain/ids.js'
import {
  subscribeMarketData,
  unsubscribeMarketData,
} from '../../../shared/wire/families/market-data/streaming.js'
import type { Caller } from '../http/caller.js'
import type { Categories } from './categories.js'
import { createBackoff, STREAM_BACKOFF } from '../events/backoff.js'
import type { CallFailure } from '../http/call-failure.js'
import {
  afterSubscribe,
  afterUnsubscribe,
  LEVELS,
  planSubscriptions,
  subscriptionsFor,
  type Subscribe,
  type Unsubscribe,
  type SymbolSubscription,
} from './subscription-plan.js'
import type { MarketInterest } from '../../core/market/market-port.js'
import type { ClockPort, RandomPort, TimerPort } from '../http/ports.js'

/** Changes within this time become one call, because opening a panel causes several. */
const COALESCE_MS = 40

export interface SubscriptionSyncOptions {
  readonly sessionId: string
  readonly caller: Caller
  readonly categories: Categories
  readonly clock: ClockPort
  readonly timers: TimerPort
  readonly random: RandomPort
  /** Called with the symbols that are live from now on. */
  readonly onSubscribed: (interest: MarketInterest) => void
  /** Called with a failure, and with null when all calls succeed again. */
  readonly onProblem: (failure: CallFailure | null) => void
}

/**
 * Keeps the server's subscriptions of one session equal to the interest, with as few HTTP calls as
 * possible.
 */
export interface SubscriptionSync {
  /** The MQTT connection is established and has no subscriptions yet. */
  connected(): void
  disconnected(): void
  setInterest(interest: MarketInterest): void
  subscriptionOf(symbol: Symbol): SymbolSubscription | undefined
  close(): void
}

/** Creates the synchronization, disconnected and without interest. */
export function createSubscriptionSync(options: SubscriptionSyncOptions): SubscriptionSync {
  const { sessionId, caller, clock, timers, random } = options
  const backoff = createBackoff({ ...STREAM_BACKOFF, random, clock })
  let desired = new Map<Symbol, SymbolSubscription>()
  let active = new Map<Symbol, SymbolSubscription>()
  /** Symbols that the provider refused; they are requested again only on another connection. */
  let refused = new Set<Symbol>()
  let connection = 0
  let online = false
  let running = false
  let stopTimer: (() => void) | null = null
  let troubled = false

  const interestOf = ({ symbols, subTypes }: Subscribe): MarketInterest => ({
    quotes: subTypes.includes('SNAPSHOT') || subTypes.includes('QUOTE') ? symbols : [],
    depth: subTypes.includes('QUOTE')
      ? symbols.filter((symbol) => desired.get(symbol)?.book === true)
      : [],
    ticks: subTypes.includes('TICK') ? symbols : [],
  })

  const allowed = (): Map<Symbol, SymbolSubscription> =>
    new Map([...desired].filter(([symbol]) => !refused.has(symbol)))

  const schedule = (ms: number): void => {
    if (stopTimer !== null || running || !online) return
    stopTimer = timers.after(ms, () => {
      stopTimer = null
      void sync()
    })
  }

  const subscribe = async (call: Subscribe): Promise<CallFailure | null> => {
    const answer = await caller.call(subscribeMarketData, {
      session_id: sessionId,
      symbols: [...call.symbols],
      category: call.category,
      sub_types: [...call.subTypes],
      grab: 'true',
      ...(call.subTypes.includes('QUOTE') ? { depth: String(LEVELS) } : {}),
    })
    return answer.ok ? null : answer.error
  }

  const unsubscribe = async (call: Unsubscribe): Promise<CallFailure | null> => {
    const answer = await caller.call(unsubscribeMarketData, {
      session_id: sessionId,
      symbols: [...call.symbols],
      category: call.category,
      sub_types: [...call.subTypes],
    })
    return answer.ok ? null : answer.error
  }

  /**
   * Subscribes many symbols in one call; after a refusal, narrows it down to the symbol that causes
   * it.
   */
  const subscribeOrSplit = async (
    call: Subscribe,
    connectionId: number,
  ): Promise<CallFailure | null> => {
    const failure = await subscribe(call)
    if (connectionId !== connection) return null
    if (failure === null) {
      for (const symbol of call.symbols) {
        active.set(symbol, afterSubscribe(active.get(symbol), call))
      }
      options.onSubscribed(interestOf(call))
      return null
    }
    if (failure.class !== 'definitive' || !/SYMBOL/.test(failure.providerCode ?? '')) return failure
    if (call.symbols.length === 1) {
      for (const symbol of call.symbols) refused.add(symbol)
      return null
    }
    const half = Math.ceil(call.symbols.length / 2)
    return (
      (await subscribeOrSplit({ ...call, symbols: call.symbols.slice(0, half) }, connectionId)) ??
      subscribeOrSplit({ ...call, symbols: call.symbols.slice(half) }, connectionId)
    )
  }

  const step = async (connectionId: number): Promise<CallFailure | null> => {
    await options.categories.resolve([...desired.keys()])
    if (connectionId !== connection) return null
    const plan = planSubscriptions(active, allowed(), options.categories.categoryOf)
    for (const call of plan.subscribe) {
      const failure = await subscribeOrSplit(call, connectionId)
      if (failure !== null || connectionId !== connection) return failure
    }
    for (const call of plan.unsubscribe) {
      const failure = await unsubscribe(call)
      if (failure !== null || connectionId !== connection) return failure
      for (const symbol of call.symbols) {
        const left = afterUnsubscribe(active.get(symbol), call)
        if (left === null) active.delete(symbol)
        else active.set(symbol, left)
      }
    }
    return null
  }

  const pending = (): boolean => {
    const plan = planSubscriptions(active, allowed(), options.categories.categoryOf)
    return plan.subscribe.length + plan.unsubscribe.length > 0
  }

  async function sync(): Promise<void> {
    if (running || !online) return
    running = true
    const connectionId = connection
    const failure = await step(connectionId)
    running = false
    if (!online) return
    if (connectionId !== connection) {
      schedule(COALESCE_MS)
      return
    }
    if (failure !== null) {
      troubled = true
      options.onProblem(failure)
      schedule(Math.max(backoff.next(), failure.retryAfterMs ?? 0))
      return
    }
    backoff.connected()
    if (troubled) {
      troubled = false
      options.onProblem(null)
    }
    if (pending()) schedule(COALESCE_MS)
  }

  const reset = (): void => {
    connection += 1
    active = new Map()
    refused = new Set()
    stopTimer?.()
    stopTimer = null
  }

  return {
    connected() {
      reset()
      online = true
      schedule(0)
    },
    disconnected() {
      reset()
      online = false
    },
    setInterest(interest) {
      const before = desired
      desired = subscriptionsFor(interest)
      // A book on a symbol that is already streamed needs no call, but its listener has to be
      // notified.
      const joined = [...desired]
        .filter(
          ([symbol, want]) =>
            want.book && before.get(symbol)?.book !== true && active.get(symbol)?.quote === true,
        )
        .map(([symbol]) => symbol)
      if (joined.length > 0) options.onSubscribed({ quotes: [], depth: joined, ticks: [] })
      schedule(COALESCE_MS)
    },
    subscriptionOf: (symbol) => desired.get(symbol),
    close() {
      reset()
      online = false
    },
  }
}
