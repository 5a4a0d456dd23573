import type { Disposer } from '../../../shared/domain/brand.js'
import type { AccountId } from '../../../shared/domain/ids.js'
import { message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'
import type { OptionEventNotice, PositionEventNotice } from '../orders/trade-events-port.js'
import type { Portfolio } from '../portfolio/portfolio.js'
import type { RealizedDays } from '../portfolio/realized/realized-days.js'
import type { TimerPort } from '../ports.js'
import type { Notices } from '../notices.js'

/** Events of one expiry or settlement arrive together; they are shown together. */
const TOGETHER_MS = 300
/** More than this at once are one notice, because each notice takes a line of the window. */
const MAX_SINGLE = 3

export interface AccountEventsDeps {
  readonly portfolio: Pick<Portfolio, 'selected' | 'onPositionsChanged'>
  readonly realized: Pick<RealizedDays, 'onEnding'>
  readonly notices: Notices
  readonly timers: TimerPort
  /** Called when notices were added. */
  readonly changed: () => void
}

/**
 * Shows what happens to positions without an order: exercises, assignments, expiries and
 * settlements. Positions and balances are read again, and the person gets a notice.
 */
export class AccountEvents {
  readonly #deps: AccountEventsDeps
  #collected: Message[] = []
  #cancel: Disposer | null = null

  constructor(deps: AccountEventsDeps) {
    this.#deps = deps
  }

  onOption(notice: OptionEventNotice): void {
    this.#refresh(notice.accountId)
    this.#collect(optionMessage(notice))
  }

  onPosition(notice: PositionEventNotice): void {
    this.#refresh(notice.accountId)
    this.#collect(settlementMessage(notice))
  }

  dispose(): void {
    this.#cancel?.()
    this.#publish()
  }

  /** An event without an account may be of the one that the person looks at. */
  #refresh(accountId: AccountId | null): void {
    const { portfolio, realized } = this.#deps
    const changed = accountId ?? portfolio.selected
    realized.onEnding(accountId)
    if (changed !== null) portfolio.onPositionsChanged(changed, null)
  }

  #collect(detail: Message): void {
    this.#collected.push(detail)
    this.#cancel ??= this.#deps.timers.after(TOGETHER_MS, () => this.#publish())
  }

  #publish(): void {
    this.#cancel = null
    const collected = this.#collected
    this.#collected = []
    if (collected.length === 0) return
    const named = collected.slice(0, MAX_SINGLE)
    const notices =
      collected.length > MAX_SINGLE
        ? [
            message('brokerEvents.several', {
              first: named,
              more: collected.length - named.length,
            }),
          ]
        : named
    for (const detail of notices) this.#deps.notices.add('broker-event', detail)
    this.#deps.changed()
  }
}

function optionMessage({ ending, contract, quantity, symbol }: OptionEventNotice): Message {
  if (ending === null || contract === null || quantity === null) {
    return message('brokerEvents.optionOther', { symbol })
  }
  return message('brokerEvents.optionEnded', {
    ending,
    quantity: quantity,
    underlying: contract.underlying,
    expiry: contract.expiry,
    strike: contract.strike,
    right: contract.right,
  })
}

function settlementMessage({
  eventName,
  result,
  side,
  quantity,
  payout,
}: PositionEventNotice): Message {
  return message('brokerEvents.settled', {
    event: eventName,
    result,
    side,
    quantity,
    payout,
  })
}
