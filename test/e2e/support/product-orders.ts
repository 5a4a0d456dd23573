import { invoke } from './bridge.js'
import type { MainWindowPage } from './main-window-page.js'

/** A yes/no market that the practice exchange lists for years. */
export const EVENT_MARKET = 'KXPRESPARTY-28NOV07-D'

/** The third Friday of the month after the exchange's time: the day of the monthly options. */
export function monthlyExpiry(time: number): string {
  const now = new Date(time)
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))
  const friday = 1 + ((12 - first.getUTCDay()) % 7) + 14
  return new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth(), friday))
    .toISOString()
    .slice(0, 10)
}

/** Returns a call's name in the window, "AAPL 18 Dec 26 270 C". */
export function callName(underlying: string, expiration: string, strike: string): string {
  const date = new Date(`${expiration}T00:00:00Z`)
  const month = date.toLocaleString('en-US', { month: 'short', timeZone: 'UTC' })
  return `${underlying} ${date.getUTCDate()} ${month} ${expiration.slice(2, 4)} ${strike} C`
}

const QUARTERS = ['H', 'M', 'U', 'Z'] as const
const MONTH_MS = 30 * 86_400_000

/** The Micro S&P contract of the quarter that ends at least a month after the exchange's time. */
export function quarterlyFuture(time: number): string {
  const later = new Date(time + MONTH_MS)
  const quarter = QUARTERS[Math.floor(later.getUTCMonth() / 3)] ?? 'Z'
  return `MES${quarter}${later.getUTCFullYear() % 10}`
}

/** A limit order for the day: what the drafts of these tests have in common. */
export const PLAIN_DRAFT = {
  side: 'buy',
  type: 'limit',
  timeInForce: 'day',
  session: 'core',
  limitPrice: null,
  stopPrice: null,
  trail: null,
  expireDate: null,
} as const

interface AccountView {
  readonly accountId: string
  readonly product: string
  readonly type: string
}

/** Returns the account that trades a product: the margin account where there are several. */
export async function accountFor(desk: MainWindowPage, product: string): Promise<string> {
  const { accounts } = (await invoke(desk, 'session.get', {})).value as {
    readonly accounts: readonly AccountView[]
  }
  const own = accounts.filter((account) => account.product === product)
  return (own.find(({ type }) => type !== 'cash') ?? own[0])?.accountId ?? ''
}

let tickets = 0

/** Places an order over the channel of the ticket; true when the broker accepted it. */
export async function placeDraft(desk: MainWindowPage, draft: object): Promise<boolean> {
  tickets += 1
  const { value } = await invoke(desk, 'orders.submit', {
    ticket: `product-orders-${process.pid}-${tickets}`,
    draft: { ...PLAIN_DRAFT, ...draft },
  })
  return (value as { readonly outcome?: string } | undefined)?.outcome === 'acknowledged'
}
