import { dec, decimalText, mul, snap, type Decimal } from '../../../../shared/domain/decimal.js'
import type { ToolError } from './refusal-fixture.js'

/** An option contract as the tools name it. */
export interface ContractName {
  readonly strike: string
  readonly expiration: string
}

/** What the rows of the table are about: accounts, prices now, contracts, a working order. */
export interface RequestContext {
  readonly securities: string
  readonly futures: string
  readonly crypto: string
  readonly events: string
  readonly last: Decimal
  readonly held: string
  readonly calls: readonly ContractName[]
  readonly future: { readonly symbol: string; readonly last: Decimal }
  readonly coin: { readonly symbol: string; readonly last: Decimal }
  readonly event: { readonly symbol: string }
  readonly working: string
}

export type Args = Record<string, unknown>
export type Expected = Partial<ToolError>
/** A bad call and the error that it gets. */
export type BadCall = readonly [
  about: string,
  tool: string,
  args: (context: RequestContext) => Args,
  error: Expected | ((context: RequestContext) => Expected),
]

export const INVALID = { code: 'invalid' } as const
export const cents = (value: Decimal): string => decimalText(snap(value, dec('0.01'), 'down'))
export const times = (value: Decimal, factor: string): string => cents(mul(value, dec(factor)))
export const missing = (field: string): Expected => ({
  ...INVALID,
  field,
  value: null,
  rule: 'missing',
})

export const stock =
  (over: Args) =>
  (context: RequestContext): Args => ({
    account_id: context.securities,
    symbol: 'AAPL',
    side: 'BUY',
    order_type: 'LIMIT',
    quantity: '1',
    limit_price: times(context.last, '0.99'),
    ...over,
  })
export const STOCK = 'place_stock_instruction'
export const row = (about: string, over: Args, error: BadCall[3]): BadCall => [
  about,
  STOCK,
  stock(over),
  error,
]
export const rowAt = (
  about: string,
  over: (context: RequestContext) => Args,
  error: BadCall[3],
): BadCall => [about, STOCK, (context) => stock(over(context))(context), error]

export const other = (
  about: string,
  tool: string,
  args: BadCall[2],
  error: BadCall[3],
): BadCall => [about, tool, args, error]

/** A price a little below the market, for orders that must not fill. */
export const belowMarket = (last: Decimal): string => times(last, '0.95')
