import { isoTimeOffset } from '../../../shared/wire/fields.js'
import { priceText } from '../model/figures.js'
import type { CorporateEvent } from './events.js'

/** Formats the published record of a corporate action (MARKET-9). */
export const eventRecord = (event: CorporateEvent) => ({
  instrument_id: Number(event.listing.instrumentId),
  symbol: event.listing.symbol,
  exchange_code: event.listing.exchangeCode,
  event_type: event.type,
  event_action: 'I',
  event_id: event.id,
  source: 'WEBULL_ARTIFICIAL',
  ratio_old: String(event.from),
  ratio_new: String(event.to),
  event_date: event.day,
  create_time: isoTimeOffset(event.made),
  update_time: isoTimeOffset(event.made),
})

/** Formats the broker's record of a corporate action, with the amount and date of a dividend. */
export const brokerEventRecord = (event: CorporateEvent) => ({
  ...eventRecord(event),
  ...(event.dividend === null
    ? {}
    : {
        cash_amount: priceText(event.dividend.amount),
        currency: 'USD',
        declare_date: event.dividend.declared,
        record_date: event.dividend.record,
        pay_date: event.dividend.paid,
      }),
})
