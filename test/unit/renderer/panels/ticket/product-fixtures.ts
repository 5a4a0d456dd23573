import { asMoney, asPrice, asQuantity, dec } from '../../../../../shared/domain/decimal.js'
import { symbol } from '../../../../../shared/domain/ids.js'
import type { AnyInstrument } from '../../../../../shared/domain/instruments/any-instrument.js'
import type { CryptoPair } from '../../../../../shared/domain/instruments/crypto.js'
import type { EventMarket } from '../../../../../shared/domain/instruments/event-contract.js'
import type { FuturesContract } from '../../../../../shared/domain/instruments/futures.js'
import type { OptionContract } from '../../../../../shared/domain/instruments/option.js'
import {
  emptyForm,
  reduceTicket,
  type TicketAction,
  type TicketForm,
} from '../../../../../renderer/ui/ticket/model/ticket-form.js'
import { LOCALE } from './fixtures.js'

export const CALL: OptionContract = {
  assetClass: 'option',
  symbol: symbol('NVDA261218C00190000'),
  instrumentId: '1',
  root: 'NVDA',
  underlying: symbol('NVDA'),
  underlyingKind: 'stock',
  type: 'call',
  style: 'american',
  strike: asPrice(dec('190')),
  expiration: '2026-12-18',
  multiplier: dec('100'),
  settlement: 'physical',
  cycle: 'monthly',
  pennyProgram: true,
  listed: true,
  tradable: 'yes',
  currency: 'USD',
  deliverables: [],
}
export const PUT: OptionContract = {
  ...CALL,
  symbol: symbol('NVDA261218P00190000'),
  type: 'put',
  pennyProgram: false,
}
export const FUTURE: FuturesContract = {
  assetClass: 'futures',
  symbol: symbol('ESZ6'),
  instrumentId: '2',
  code: 'ES',
  name: 'E-mini S&P 500',
  exchange: 'CME',
  classId: 1,
  className: 'Equity Index',
  currency: 'USD',
  month: '2026-12',
  kind: 'month',
  tradable: 'yes',
  size: dec('50'),
  unit: 'index',
  minTick: dec('0.25'),
  settlement: 'cash',
  settlementDate: '2026-12-18',
  firstTradingDate: null,
  lastTradingDate: '2026-12-18',
  firstNoticeDate: null,
  lastNoticeDate: null,
}
export const COIN: CryptoPair = {
  assetClass: 'crypto',
  symbol: symbol('BTCUSD'),
  instrumentId: '3',
  name: 'Bitcoin',
  exchange: 'CRYPTO',
  tradable: 'yes',
  currency: 'USD',
  minAmount: asMoney(dec('2')),
  maxAmount: asMoney(dec('100000')),
  minQuantity: asQuantity(dec('0.00000001')),
  maxQuantity: asQuantity(dec('100')),
  priceStep: dec('0.01'),
  lotSize: null,
}
export const MARKET: EventMarket = {
  assetClass: 'event',
  symbol: symbol('KXRATECUT-26DEC31-T3'),
  instrumentId: '4',
  name: 'Three rate cuts in 2026?',
  seriesSymbol: null,
  eventSymbol: null,
  eventName: null,
  yesCondition: null,
  listing: 'listed',
  tradable: 'yes',
  canCloseEarly: true,
  fractionable: false,
  lastTradingDate: '2026-12-31',
  expectedExpiration: null,
  latestExpiration: null,
  payoutDate: null,
  priceRanges: [
    { start: asPrice(dec('0.01')), end: asPrice(dec('0.99')), step: asPrice(dec('0.01')) },
  ],
}

/** Returns the form of an instrument after these actions on an empty ticket. */
export const formOf = (
  instrument: AnyInstrument,
  ...actions: readonly TicketAction[]
): TicketForm =>
  actions.reduce(
    (form, action) => reduceTicket(form, action, LOCALE),
    emptyForm(instrument.symbol, instrument.assetClass),
  )
export const side = (chosen: TicketForm['side']): TicketAction => ({ kind: 'side', side: chosen })
