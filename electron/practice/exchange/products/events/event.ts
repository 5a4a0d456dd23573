import {
  exchangeClock,
  exchangeInstant,
  nextDay,
} from '../../../../../shared/domain/market/exchange-time.js'
import { err, ok } from '../../../../../shared/domain/result.js'
import { DAY_MS, MINUTE_MS, epochMs, type EpochMs } from '../../../../../shared/domain/time.js'
import { ASSUMPTIONS } from '../../../../../shared/wire/assumptions.js'
import { totalFees } from '../../../ledger/fees.js'
import { valueCents } from '../../../ledger/money.js'
import { NO_REQUIREMENT, FULL_RATIO } from '../../../ledger/valuation.js'
import type { ExchangeState } from '../../state/exchange-state.js'
import { EXCHANGE_CODES, invalid, refuse } from '../../api/refusals.js'
import { PAYOUT } from '../../orders/order.js'
import { GTC_DAYS } from '../../orders/trading-hours.js'
import { buffered, checkHeld } from '../equity/equity-checks.js'
import { paidNeed } from '../equity/equity.js'
import { endTrading, eventNow, settleEvents } from './event-settlement.js'
import { checkSize, eventFees, readEventTerms, touchOf } from './event-terms.js'
import type { ProductRules } from '../../orders/product-rules.js'

const { agreementCode, agreementUrl, dayEndsMinute, payoutCheckMinutes } = ASSUMPTIONS.events
/** Outcomes can be known before they are due, so they are polled. */
const PAYOUT_CHECK_MS = payoutCheckMinutes * MINUTE_MS

const utcDay = (time: EpochMs): string => new Date(time).toISOString().slice(0, 10)
const midnightAfter = (time: EpochMs): EpochMs =>
  exchangeInstant(nextDay(exchangeClock(time).day), dayEndsMinute)

/**
 * Event contracts (TRADING-4.2, TRADING-4.3): bought to open and sold to close, on the yes or the
 * no side of one book, paid in full. The market never closes before the outcome. Each contract of
 * the winning side pays one dollar.
 */
export const EVENT: ProductRules<ExchangeState> = {
  product: 'EVENT',
  accounts: ['EVENTS_CASH'],
  members: ['event_outcome', 'event_trade_mode'],
  onDemand: true,
  lot: 1,

  read(state, fields) {
    const market = state.markets.find(fields.symbol)
    if (market?.instrument.product !== 'EVENT') return err(invalid('symbol', fields.symbol))
    const terms = readEventTerms(fields, market, market.instrument, utcDay(state.clock.time))
    return terms.ok ? ok({ market, terms: terms.value }) : terms
  },
  fieldsOf: ({ event }) =>
    event === null
      ? {}
      : {
          event_outcome: event.outcome,
          ...(event.mode === null ? {} : { event_trade_mode: event.mode }),
        },
  special: (_order, { event }) =>
    event === null
      ? {}
      : {
          event_outcome: event.outcome,
          ...(event.mode === null ? {} : { event_trade_mode: event.mode }),
        },

  checkOrder(state, accountId, { market, terms }, { open, before }) {
    const instrument = eventNow(state, terms.symbol)
    if (
      instrument === undefined ||
      instrument.status === 'NT' ||
      instrument.expiresAt <= state.clock.time
    ) {
      return refuse(EXCHANGE_CODES.cannotTrade, `${terms.symbol} cannot be traded.`)
    }
    if (instrument.status === 'CO' && terms.side === 'BUY') {
      return refuse(EXCHANGE_CODES.cannotTrade, `Positions in ${terms.symbol} can only be closed.`)
    }
    // The refusal contains the URL for signing (LIMITS-6). Sales are never blocked, so that holders
    // can always close.
    if (!state.switches.eventAgreement && terms.side === 'BUY') {
      return refuse(agreementCode, agreementUrl)
    }
    // Contracts are bought to open and sold to close, so a sale needs a position.
    return (
      checkSize(market, terms) ??
      checkHeld(state, accountId, terms, { open, already: before?.heldShares ?? 0 })
    )
  },
  replaceable: () => null,
  preview(_state, { market, terms }) {
    const cost = valueCents(
      terms.limit ?? touchOf(market, terms),
      terms.size,
      market.instrument.scale,
    )
    return ok({ cost, fees: totalFees(eventFees(cost, terms.size)) })
  },

  phase: () => 'open',
  mayTrade: () => true,
  /**
   * Returns when an order expires: a DAY order at midnight New York, because the market itself
   * never closes; every order at the latest when the market ends.
   */
  expiry(state, terms) {
    const ends =
      terms.timeInForce === 'GTC'
        ? midnightAfter(epochMs(state.clock.time + GTC_DAYS * DAY_MS))
        : terms.expireDate === null
          ? midnightAfter(state.clock.time)
          : epochMs(Date.parse(`${terms.expireDate}T00:00:00Z`) + DAY_MS)
    return epochMs(Math.min(ends, eventNow(state, terms.symbol)?.expiresAt ?? ends))
  },
  next: (time) => epochMs((Math.floor(time / PAYOUT_CHECK_MS) + 1) * PAYOUT_CHECK_MS),
  scheduledEvents: (instrument) =>
    instrument.product === 'EVENT' ? [instrument.expiresAt, instrument.paysAt] : [],
  onTimeAdvance(state) {
    endTrading(state)
    settleEvents(state)
    if (
      exchangeClock(state.clock.time).minute !== dayEndsMinute ||
      state.clock.time % MINUTE_MS !== 0
    ) {
      return
    }
    state.ledger.startDay(
      ({ product }) => product === 'EVENT',
      (position) => state.markets.mark(position),
    )
  },

  holdingPrice: (market, terms) =>
    terms.side === 'SELL' ? 0 : Math.min(PAYOUT, terms.limit ?? buffered(touchOf(market, terms))),
  cover: () => 0,
  need: (state, order) => paidNeed(state, order, FULL_RATIO),
  requirement: () => NO_REQUIREMENT,

  fees: (_state, _terms, value, size) => eventFees(value, size),
  feeKinds: () => ['exchange'],
  settles: () => null,
  category: () => 'US_EVENT',
}
