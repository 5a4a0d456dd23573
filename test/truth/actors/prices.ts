import type { Client } from '@modelcontextprotocol/client'
import { fromInteger, parseDecimal, trim, decimalText } from '../../../shared/domain/decimal.js'

/** The symbols that are traded. */
export const STOCKS = ['AAPL', 'MSFT', 'NVDA', 'XOM', 'SPY'] as const
export const FUTURE = 'MESZ6'
export const COINS = ['BTCUSD', 'ETHUSD'] as const
export const EVENT_MARKET = 'KXPRESPARTY-28NOV07-D'
/** The underlying of the options, and the strikes of a vertical. */
export const UNDERLYING = 'AAPL'
export const STRIKES = ['270', '280'] as const

/** The price steps, in units of `places` decimals. */
const STEPS: Readonly<Record<string, { readonly places: number; readonly step: number }>> = {
  [FUTURE]: { places: 2, step: 25 },
}
const CENTS = { places: 2, step: 1 } as const
const OPTION_STEP = { places: 2, step: 5 } as const

/** The third Friday of the month after the exchange's time: the day of the monthly options. */
export function monthlyExpiry(time: number): string {
  const now = new Date(time)
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))
  const friday = 1 + ((12 - first.getUTCDay()) % 7) + 14
  return new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth(), friday))
    .toISOString()
    .slice(0, 10)
}

/** Returns the symbol of a call of the options' underlying. */
export const callSymbol = (expiration: string, strike: string): string =>
  `${UNDERLYING}${expiration.slice(2).replaceAll('-', '')}C${String(Number(strike) * 1_000).padStart(8, '0')}`

interface Quoted {
  readonly symbol: string
  readonly price: string | null
  readonly bid: string | null
  readonly ask: string | null
}

/** The latest prices, as an assistant reads them. */
export class Prices {
  readonly expiration: string
  readonly #last = new Map<string, number>()

  constructor(exchangeTime: number) {
    this.expiration = monthlyExpiry(exchangeTime)
  }

  /** Reads every price; one that cannot be read stays as it was. */
  async refresh(client: Client): Promise<void> {
    const calls = STRIKES.map((strike) => callSymbol(this.expiration, strike)).join(',')
    const requests: readonly (readonly [string, string])[] = [
      ['get_stock_snapshot', STOCKS.join(',')],
      ['get_option_snapshot', calls],
      ['get_futures_snapshot', FUTURE],
      ['get_crypto_snapshot', COINS.join(',')],
      ['get_event_snapshot', EVENT_MARKET],
    ]
    for (const [name, symbols] of requests) {
      const answer = await client
        .callTool({ name, arguments: { symbols } }, { timeout: 5_000 })
        .catch(() => null)
      const found = answer?.structuredContent as { readonly quotes?: readonly Quoted[] } | undefined
      for (const quote of found?.quotes ?? []) this.#set(quote)
    }
  }

  /** True when there is a price. */
  has(symbol: string): boolean {
    return this.#last.has(symbol)
  }

  /**
   * Returns the last price times `multiple`, on the instrument's price steps.
   * @throws RangeError when there is no price.
   */
  near(symbol: string, multiple: number): string {
    const last = this.#last.get(symbol)
    if (last === undefined) throw new RangeError(`${symbol} has no price`)
    const isOption = symbol.length > UNDERLYING.length + 10 && symbol.startsWith(UNDERLYING)
    const { places, step } = STEPS[symbol] ?? (isOption ? OPTION_STEP : CENTS)
    const units = Math.max(1, Math.round((last * multiple * 10 ** places) / step)) * step
    return decimalText(trim(fromInteger(units, places)))
  }

  #set({ symbol, price, ask, bid }: Quoted): void {
    const value = parseDecimal(price ?? ask ?? bid ?? '')
    if (value !== null) this.#last.set(symbol, Number(decimalText(value)))
  }
}
