import {
  exchangeClock,
  isTradingDay,
  type ExchangeDay,
} from '../../../shared/domain/market/exchange-time.js'
import { isoTime } from '../../../shared/wire/fields.js'
import { brokerEventRecord } from '../reference/event-records.js'
import type { CorporateEvent } from '../reference/events.js'
import type { BrokerContext } from './broker-context.js'

/** Which steps of a corporate action lie after `last` and not after `today`. */
function steps(event: CorporateEvent, last: ExchangeDay, today: ExchangeDay): readonly string[] {
  const within = (day: ExchangeDay): boolean => day > last && day <= today
  const known = exchangeClock(event.made).day
  return [
    ...(within(known) ? ['ANNOUNCED'] : []),
    ...(within(event.day) ? ['EFFECTIVE'] : []),
    ...(event.dividend !== null && within(event.dividend.paid) ? ['PAID'] : []),
  ]
}

/**
 * Begins a trading day when one has come: says so, and what corporate actions were announced, took
 * effect or were paid since the last.
 */
export function emitDailyEvents(
  context: BrokerContext,
  actions: (today: ExchangeDay) => readonly CorporateEvent[],
): void {
  const now = context.now()
  const today = exchangeClock(now).day
  const last = context.state.toldDay
  if (last !== null && today <= last) return
  if (!isTradingDay(today)) return
  context.state.toldDay = today
  const timestamp = isoTime(now)
  context.emit('SOD', {
    biz_type: 'START_OF_DAY',
    trade_date: today,
    previous_trade_date: last,
    status: 'COMPLETED',
    reason: null,
    timestamp,
  })
  // The first day of an exchange tells nothing of the time before it.
  if (last === null) return
  for (const event of [...actions(today)].reverse()) {
    const due = steps(event, last, today)
    for (const status of due) {
      context.emit('CORPORATE_ACTION', {
        ...brokerEventRecord(event),
        biz_type: event.type,
        status,
        reason: null,
        timestamp,
      })
    }
    // A dividend leaves the instrument what it is; a split changes what one share of it is, a new
    // name what it is called.
    if (event.type !== 'CASH_DIVIDEND' && due.includes('EFFECTIVE')) {
      const { instrumentId, symbol, exchangeCode, name } = event.listing
      context.emit('INSTRUMENT', {
        instrument_id: instrumentId,
        symbol,
        exchange_code: exchangeCode,
        name,
        biz_type: 'UPDATE',
        status: 'EFFECTIVE',
        reason: event.type,
        timestamp,
      })
    }
  }
}
