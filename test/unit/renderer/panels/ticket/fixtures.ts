import { dec, ZERO_QUANTITY } from '../../../../../shared/domain/decimal.js'
import { accountId, symbol } from '../../../../../shared/domain/ids.js'
import type { StockInstrument } from '../../../../../shared/domain/instruments/any-instrument.js'
import type { TicketContext } from '../../../../../renderer/ui/ticket/model/build-draft.js'
import {
  emptyForm,
  reduceTicket,
  type TicketAction,
  type TicketForm,
} from '../../../../../renderer/ui/ticket/model/ticket-form.js'

export const LOCALE = 'en-US'
export const AAPL = symbol('AAPL')
export const ACCOUNT = accountId('ACC1')

export const instrument = (change: Partial<StockInstrument> = {}): StockInstrument => ({
  symbol: AAPL,
  name: 'Apple Inc.',
  exchange: 'NASDAQ',
  assetClass: 'stock',
  kind: 'stock',
  tradable: 'yes',
  shortable: true,
  fractionable: true,
  marginable: true,
  overnight: true,
  currency: 'USD',
  initialMarginLong: dec('0.5'),
  maintenanceMarginLong: dec('0.25'),
  ...change,
})
export const context = (change: Partial<TicketContext> = {}): TicketContext => ({
  accountId: ACCOUNT,
  instrument: instrument(),
  held: ZERO_QUANTITY,
  locale: LOCALE,
  ...change,
})

/** Returns the form after these actions on an empty ticket. */
export const formAfter = (...actions: readonly TicketAction[]): TicketForm =>
  actions.reduce((form, action) => reduceTicket(form, action, LOCALE), emptyForm(AAPL))
export const typed = (
  field: Extract<TicketAction, { kind: 'type-text' }>['field'],
  text: string,
): TicketAction => ({ kind: 'type-text', field, text })
export const typeOf = (type: TicketForm['type']): TicketAction => ({
  kind: 'type',
  type,
  marketable: null,
})
