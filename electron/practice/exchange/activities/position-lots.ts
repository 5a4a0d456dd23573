import { err, ok, type Result } from '../../../../shared/domain/result.js'
import { ASSUMPTIONS } from '../../../../shared/wire/assumptions.js'
import type { JournalEntry } from '../../ledger/journal.js'
import { openLots, type Lot } from '../../ledger/lots.js'
import { positionKey } from '../../ledger/position.js'
import { cashOfCents, centsText, valueCents, type Cents } from '../../ledger/money.js'
import { averageText, sizeText } from '../../ledger/records.js'
import type { LotsQuery, PositionLotRecord, V2Cut } from '../api/activity-api.js'
import { bare, conditionOf, page, type Listing } from './activity-page.js'
import type { Slices } from '../state/exchange-state.js'
import type { SymbolMarket } from '../book/symbol-market.js'
import type { PageRecord } from '../../model/wire-records.js'
import { accountDenied, type Refusal } from '../api/refusals.js'

/** A journal entry that changed the number of shares, with the part still open. */
interface LotRow {
  readonly entry: JournalEntry
  /** Null once closed. Such a row is not listed, but a page may still continue after it. */
  readonly held: { readonly lot: Lot; readonly value: Cents } | null
}

/** The two sides of an event market are separate positions under one symbol. */
const OUTCOMES = [null, 'yes', 'no'] as const

/** Values the lots so that they add up exactly to the market values of the positions. */
function rowsOf(
  state: Slices<'markets' | 'ledger'>,
  accountId: string,
  { instrument }: SymbolMarket,
): readonly LotRow[] {
  const { symbol, product, scale } = instrument
  const entries = state.ledger.journal.ofAccount(accountId)
  const remainders = new Map<number, NonNullable<LotRow['held']>>()
  for (const outcome of OUTCOMES) {
    const mark = state.markets.mark({ product, symbol, outcome })
    let size = 0
    let before = 0
    for (const lot of openLots(entries, positionKey({ symbol, outcome }))) {
      size += lot.size
      const upTo = valueCents(mark, size, scale)
      remainders.set(lot.opened.number, { lot, value: upTo - before })
      before = upTo
    }
  }
  return entries
    .filter((entry) => entry.symbol === symbol && entry.size !== 0)
    .map((entry) => ({ entry, held: remainders.get(entry.number) ?? null }))
}

const lotId = (state: Slices<'deps'>, entry: JournalEntry): string =>
  state.deps.ids('lot', entry.number)

function lotRecord(
  state: Slices<'deps'>,
  { instrument: listing }: SymbolMarket,
  { lot, value }: NonNullable<LotRow['held']>,
): PositionLotRecord {
  return {
    id: lotId(state, lot.opened),
    account_id: lot.opened.accountId,
    instrument_id: listing.instrumentId,
    symbol: listing.symbol,
    symbol_name: listing.name,
    currency: 'USD',
    quantity: sizeText(lot.size, listing.scale),
    average_price: averageText(cashOfCents(lot.basis.cost), lot.basis.size, listing.scale, 4),
    market_value: centsText(value),
    unrealized_pl: centsText(value - lot.cost),
    base_currency: 'USD',
    fx_rate: '1',
    base_currency_market_value: centsText(value),
    exchange_code: listing.exchangeCode,
  }
}

function listing(
  state: Slices<'markets' | 'ledger' | 'deps'>,
  { accountId, symbol }: LotsQuery,
): Result<Listing<LotRow, PositionLotRecord>, Refusal> {
  if (!state.ledger.accounts.has(accountId)) return err(accountDenied)
  const market = state.markets.find(symbol)
  return ok({
    rows: market === undefined ? [] : rowsOf(state, accountId, market),
    idOf: (row) => lotId(state, row.entry),
    record: (row) =>
      market === undefined || row.held === null ? null : lotRecord(state, market, row.held),
    pageSize: ASSUMPTIONS.pageSizes.positionLots,
    condition: conditionOf('LOTS', accountId, symbol),
  })
}

/** Returns the symbol of an instrument that the account traded; undefined for any other. */
export function tradedSymbol(
  { ledger, markets }: Slices<'markets' | 'ledger'>,
  accountId: string,
  instrumentId: string,
): string | undefined {
  const entries = ledger.accounts.has(accountId) ? ledger.journal.ofAccount(accountId) : []
  const symbols = new Set(entries.flatMap(({ symbol }) => (symbol === null ? [] : [symbol])))
  return [...symbols].find(
    (symbol) => markets.find(symbol)?.instrument.instrumentId === instrumentId,
  )
}

/** Get Position Details (TRADING-3): the open lots of one symbol, oldest first. */
export function lots(
  state: Slices<'markets' | 'ledger' | 'deps'>,
  query: LotsQuery,
): Result<PageRecord<PositionLotRecord>, Refusal> {
  const found = listing(state, query)
  return found.ok ? page(found.value, query) : found
}

export function lotsV2(
  state: Slices<'markets' | 'ledger' | 'deps'>,
  query: LotsQuery & V2Cut,
): Result<readonly PositionLotRecord[], Refusal> {
  const found = listing(state, query)
  return found.ok
    ? bare(found.value, query, ASSUMPTIONS.v2PageSizes.positionLots, 'last_id')
    : found
}
