import { z } from 'zod'
import { abs, cmp, decimalText, sub, type Decimal } from '../../../shared/domain/decimal.js'
import { symbol, type Symbol } from '../../../shared/domain/ids.js'
import type { ChainExpiry, ChainRow } from '../../../shared/domain/instruments/option-chain.js'
import type { AsyncResult } from '../../../shared/domain/instructions/refusal.js'
import type { Quote } from '../../../shared/domain/market/quote.js'
import { ok } from '../../../shared/domain/result.js'
import { zExpiration, zLimit, zRight, zSymbol } from '../format/input-fields.js'
import { tool, type Call, type Tool } from '../tool.js'
import { ageSeconds, maybeWhen, text, zMaybe, zNumber, zWhen, zWord } from '../views/view-fields.js'

const MAX_STRIKES = 25

const zContract = z.object({
  symbol: zWord,
  bid: zMaybe,
  ask: zMaybe,
  last: zMaybe,
  age_seconds: z.int().nullable(),
  implied_volatility: zMaybe.describe('A fraction.'),
  delta: zMaybe,
  gamma: zMaybe,
  theta: zMaybe,
  vega: zMaybe,
  open_interest: zMaybe,
})
const zChain = z.object({
  underlying: zWord,
  underlying_price: zMaybe,
  underlying_time: zWhen.nullable(),
  expirations: z.array(zWord),
  expiration_date: zWord.nullable(),
  multiplier: zMaybe,
  strikes: z.array(
    z.object({ strike_price: zNumber, call: zContract.nullable(), put: zContract.nullable() }),
  ),
})

const contractView = (
  contract: Symbol,
  quote: Quote | undefined,
  now: Parameters<typeof ageSeconds>[1],
): z.output<typeof zContract> => ({
  symbol: contract,
  bid: text(quote?.bid ?? null),
  ask: text(quote?.ask ?? null),
  last: text(quote?.last ?? null),
  age_seconds: ageSeconds(quote?.time ?? null, now),
  implied_volatility: text(quote?.option?.impliedVolatility ?? null),
  delta: text(quote?.option?.delta ?? null),
  gamma: text(quote?.option?.gamma ?? null),
  theta: text(quote?.option?.theta ?? null),
  vega: text(quote?.option?.vega ?? null),
  open_interest: text(quote?.option?.openInterest ?? null),
})

/** Returns the strikes nearest to the price, by strike; the middle ones without a price. */
function nearestRows(
  rows: readonly ChainRow[],
  price: Decimal | null,
  count: number,
): readonly ChainRow[] {
  const center = price ?? rows[Math.floor(rows.length / 2)]?.strike
  if (center === undefined) return []
  const distance = ({ strike }: ChainRow): Decimal => abs(sub<Decimal>(strike, center))
  return rows
    .toSorted((a, b) => cmp(distance(a), distance(b)))
    .slice(0, count)
    .toSorted((a, b) => cmp(a.strike, b.strike))
}

async function strikesOf(
  { port, connection }: Call,
  expiry: ChainExpiry,
  price: Decimal | null,
  wanted: { readonly strikes: number; readonly option_type?: 'CALL' | 'PUT' | undefined },
): AsyncResult<z.output<typeof zChain>['strikes']> {
  const rows = nearestRows(expiry.rows, price, wanted.strikes).map((row) => ({
    ...row,
    call: wanted.option_type === 'PUT' ? null : row.call,
    put: wanted.option_type === 'CALL' ? null : row.put,
  }))
  const symbols = rows.flatMap(({ call, put }) => [call, put]).filter((name) => name !== null)
  const [quotes, time] = await Promise.all([
    port.quotes(connection, symbols, 'omit'),
    port.exchangeTime(connection),
  ])
  if (!quotes.ok) return quotes
  if (!time.ok) return time
  const bySymbol = new Map(quotes.value.map((quote) => [quote.symbol, quote]))
  const view = (name: Symbol | null) =>
    name === null ? null : contractView(name, bySymbol.get(name), time.value.now)
  return ok(
    rows.map(({ strike, call, put }) => ({
      strike_price: decimalText(strike),
      call: view(call),
      put: view(put),
    })),
  )
}

/** Our own tool: expirations, strikes, prices and greeks in one call. */
export const getOptionChain = tool({
  name: 'get_option_chain',
  toolset: 'market-data',
  title: 'Option chain',
  effect: 'read',
  description:
    'The options on a stock: all expirations, and the strikes nearest to its price: bid, ask, greeks (per share). The first expiration by default.',
  input: z.strictObject({
    symbol: zSymbol,
    expiration_date: zExpiration.optional(),
    option_type: zRight.optional(),
    strikes: zLimit(MAX_STRIKES, 9),
  }),
  output: zChain,
  async run(input, call) {
    const { port, connection } = call
    const { expiration_date: day = null } = input
    const chain = await port.optionChain(connection, symbol(input.symbol), day)
    if (!chain.ok) return chain
    const { underlying, expiries } = chain.value
    const expiry = expiries.find(({ expiration }) => day === null || expiration === day)
    const quoted = await port.quotes(connection, [underlying], 'omit')
    if (!quoted.ok) return quoted
    const { last: price, time: quoteTime } = quoted.value[0] ?? { last: null, time: null }
    const strikes = expiry === undefined ? ok([]) : await strikesOf(call, expiry, price, input)
    if (!strikes.ok) return strikes
    return ok({
      underlying,
      underlying_price: text(price),
      underlying_time: maybeWhen(quoteTime),
      expirations: [...new Set(expiries.map(({ expiration }) => expiration))],
      expiration_date: expiry?.expiration ?? null,
      multiplier: text(expiry?.multiplier ?? null),
      strikes: strikes.value,
    })
  },
})

/** The tools for option chains, in listing order. */
export const OPTION_CHAIN_TOOLS: readonly Tool[] = [getOptionChain]
