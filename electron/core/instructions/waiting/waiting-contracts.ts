import type { Symbol, WaitingId } from '../../../../shared/domain/ids.js'
import { underlyingSymbol } from '../../../../shared/domain/instruments/instrument-key.js'
import { symbolClass } from '../../../../shared/domain/instruments/symbol-class.js'
import type { InstructionAction } from '../../../../shared/domain/instructions/instruction.schema.js'
import type { WaitingInstruction } from '../../../../shared/domain/instructions/waiting-instruction.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { Message } from '../../../../shared/messages/message.js'
import {
  ContractWatch,
  type ContractEnd,
  type WatchedContract,
} from '../../conditions/contract-watch.js'
import type { ExchangeClock } from '../../conditions/exchange-clock.js'
import { resultingDraft, subjectOf } from '../requests/action.js'
import type { WaitingDeps } from './waiting-deps.js'
import type { WaitingStore } from './waiting-store.js'

export interface WaitingContractsDeps extends Pick<WaitingDeps, 'contracts' | 'timers'> {
  readonly exchange: ExchangeClock
  readonly store: Pick<WaitingStore, 'waiting'>
  /** Ends one that waits. */
  readonly end: (waiting: WaitingInstruction, why: Message) => void
}

/** Ends waiting instructions whose instruments are not what they were. */
export class WaitingContracts {
  readonly #deps: WaitingContractsDeps
  readonly #watch: ContractWatch<WaitingId>

  constructor(deps: WaitingContractsDeps) {
    this.#deps = deps
    const { contracts: facts, exchange, timers, store } = deps
    this.#watch = new ContractWatch({
      facts,
      exchange,
      timers,
      active: () => store.waiting().flatMap((entry) => contractsOf(entry, exchange)),
      end: (id, end) => this.#end(id, end),
    })
  }

  start(): void {
    this.#watch.start()
  }

  stop(): void {
    this.#watch.stop()
  }

  /** Wakes one at once, or after the splits of its stocks are read; not one that has ended. */
  wake(waiting: WaitingInstruction, wake: () => void): void {
    if (this.#watch.mayPass(contractsOf(waiting, this.#deps.exchange), wake)) wake()
  }

  #end(id: WaitingId, end: ContractEnd): void {
    const waiting = this.#deps.store.waiting().find((entry) => entry.id === id)
    if (waiting !== undefined) this.#deps.end(waiting, endMessage(end))
  }
}

/**
 * Returns the instruments of a waiting instruction: of its level, and the stocks whose prices or
 * share counts its orders name.
 */
function contractsOf(
  waiting: WaitingInstruction,
  exchange: ExchangeClock,
): readonly WatchedContract<WaitingId>[] {
  const { id: owner, condition, actions, createdAt, requestedAt } = waiting
  const armedAt = requestedAt ?? exchange.toExchange(createdAt)
  const contracts = new Map<Symbol, WatchedContract<WaitingId>>()
  for (const symbol of actions.flatMap(stockOf)) {
    contracts.set(symbol, { owner, symbol, assetClass: 'stock', armedAt, hasOldPrices: true })
  }
  if (condition.kind === 'price' || condition.kind === 'change') {
    const { symbol } = condition
    const assetClass = symbolClass(symbol)
    const hasOldPrices = condition.kind === 'price' && assetClass === 'stock'
    const level = { owner, symbol, assetClass, armedAt, hasOldPrices }
    // An order on the same stock names its prices as well.
    contracts.set(symbol, contracts.get(symbol) ?? level)
  }
  return [...contracts.values()]
}

/** Returns the stock whose split would change what the order does; none for a cancellation. */
function stockOf(action: InstructionAction): readonly Symbol[] {
  if (action.kind === 'cancel') return []
  const subject = subjectOf(action)
  if (subject.assetClass === 'option') return [underlyingSymbol(subject)]
  if (subject.assetClass !== 'stock') return []
  const draft = resultingDraft(action)
  return draft !== null && !hasOldTerms(draft) ? [] : [underlyingSymbol(subject)]
}

/** False for an order of an amount of money at the market, which a split does not change. */
const hasOldTerms = ({ size, limitPrice, stopPrice }: OrderDraft): boolean =>
  size.kind === 'quantity' || limitPrice !== null || stopPrice !== null

/** Returns why a waiting instruction ends with its instrument. */
const endMessage = (end: ContractEnd): Message =>
  end.why === 'split'
    ? message('waiting.split', { symbol: end.symbol, day: end.day, ratio: end.ratio })
    : message('waiting.contractExpired', { symbol: end.symbol, day: end.day })
