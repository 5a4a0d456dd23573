import { exchangeClock, exchangeInstant, nextDay } from '../../../../shared/domain/exchange-time.js'
import { err, ok } from '../../../../shared/domain/result.js'
import { DAY_MS, MINUTE_MS, epochMs, type EpochMs } from '../../../../shared/domain/time.js'
import { ASSUMPTIONS } from '../../../../shared/wire/assumptions.js'
import { totalFees } from '../../ledger/fees.js'
import { valueCents } from '../../ledger/money.js'
import { NO_REQUIREMENT, WHOLE } from '../../ledger/valuation.js'
import type { Core } from '../core.js'
import { EXCHANGE_CODES, invalid, refuse } from '../refusals.js'
import { PAYOUT } from '../order.js'
import { GTC_DAYS } from '../schedule.js'
import { buffered, checkHeld } from './equity-admission.js'
import { paidNeed } from './equity.js'
import { endTrading, eventNow, settleEvents } from './event-settlement.js'
import { checkSize, eventFees, readEventTerms, touchOf } from './event-terms.js'
import type { ProductRules } from './rules.js'

const { agreementCode, agreementUrl, dayEndsMinute, lookMinutes } = ASSUMPTIONS.events
/** Outcomes can come before they are due, so they are looked for. */
const LOOK_MS = lookMinutes * MINUTE_MS

const utcDay = (time: EpochMs): string => new Date(time).toISOString().slice(0, 10)
const midnightAfter = (time: EpochMs): EpochMs =>
  exchangeInstant(nextDay(exchangeClock(time).day), dayEndsMinute)

/**
 * Event contracts (contract/trading.md 4.2, 4.3): bought to open and sold to close, on the yes or
 * the no side of one book, paid in
 * full, without a close of the market before the outcome. One dollar is paid for every contract of
 * the side that wins.
 */
export const EVENT: ProductRules<Core> = {
  product: 'EVENT',
  accounts: ['EVENTS_CASH'],
  members: ['event_outcome', 'event_trade_mode'],
  lazy: true,
  lot: 1,

  read(core, fields) {
    const market = core.market(fields.symbol)
    if (market?.instrument.product !== 'EVENT') return err(invalid('symbol', fields.symbol))
    const terms = readEventTerms(fields, market, market.instrument, utcDay(core.time))
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

  admit(core, accountId, { market, terms }, open, before) {
    const instrument = eventNow(core, terms.symbol)
    if (
      instrument === undefined ||
      instrument.status === 'NT' ||
      instrument.expiresAt <= core.time
    ) {
      return refuse(EXCHANGE_CODES.cannotTrade, `${terms.symbol} cannot be traded.`)
    }
    if (instrument.status === 'CO' && terms.side === 'BUY') {
      return refuse(EXCHANGE_CODES.cannotTrade, `Positions in ${terms.symbol} can only be closed.`)
    }
    // The refusal carries the address where to sign (contract/limits-errors.md 6); whoever holds
    // contracts is not locked in.
    if (!core.switches.eventAgreement && terms.side === 'BUY') {
      return refuse(agreementCode, agreementUrl)
    }
    // Contracts are bought to open and sold to close: nobody sells what he does not hold.
    return (
      checkSize(market, terms) ?? checkHeld(core, accountId, terms, open, before?.heldShares ?? 0)
    )
  },
  replaceable: () => null,
  preview(_core, { market, terms }) {
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
   * DAY orders end at midnight New York, as the market itself never closes; all end with the
   * market.
   */
  expiry(core, terms) {
    const ends =
      terms.timeInForce === 'GTC'
        ? midnightAfter(epochMs(core.time + GTC_DAYS * DAY_MS))
        : terms.expireDate === null
          ? midnightAfter(core.time)
          : epochMs(Date.parse(`${terms.expireDate}T00:00:00Z`) + DAY_MS)
    return epochMs(Math.min(ends, eventNow(core, terms.symbol)?.expiresAt ?? ends))
  },
  next: (time) => epochMs((Math.floor(time / LOOK_MS) + 1) * LOOK_MS),
  dues: (instrument) =>
    instrument.product === 'EVENT' ? [instrument.expiresAt, instrument.paysAt] : [],
  pass(core) {
    endTrading(core)
    settleEvents(core)
    if (exchangeClock(core.time).minute !== dayEndsMinute || core.time % MINUTE_MS !== 0) return
    core.ledger.startDay(
      ({ product }) => product === 'EVENT',
      (position) => core.mark(position),
    )
  },

  holdingPrice: (market, terms) =>
    terms.side === 'SELL' ? 0 : Math.min(PAYOUT, terms.limit ?? buffered(touchOf(market, terms))),
  cover: () => 0,
  need: (core, order) => paidNeed(core, order, WHOLE),
  requirement: () => NO_REQUIREMENT,

  fees: (_core, _terms, value, size) => eventFees(value, size),
  feeKinds: () => ['exchange'],
  settles: () => null,
  category: () => 'US_EVENT',
}
