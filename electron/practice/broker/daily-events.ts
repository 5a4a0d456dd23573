import {
  exchangeClock,
  isTradingDay,
  type ExchangeDay,
} from '../../../shared/domain/market/exchange-time.js'
import { isoTime } from '../../../shared/wire/fields.js'
import { brokerEventRecord } from '../reference/event-records.js'
import type { CorporateEvent } from '../reference/events.js'
import type { BrokerContext } from './broker-context.js'

/** Returns the stages of a corporate action dated after `last` and not after `today`. */
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
 * Emits the start of a new trading day, and the corporate actions announced, effective or paid
 * since the previous one.
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
  // On an exchange's first day, nothing is published about the time before it.
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
    // A split changes what a share is, and a rename its name, so the instrument is published again.
    // A dividend changes neither.
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
