import {
  add,
  asPrice,
  dec,
  mul,
  trim,
  type Decimal,
  type Price,
} from '../../../../shared/domain/decimal.js'
import type { Environment } from '../../../../shared/domain/environment.js'
import type { ConnectionId } from '../../../../shared/domain/ids.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import type { EpochMs } from '../../../../shared/domain/time.js'
import type { Scorecard } from '../../../../shared/domain/instructions/scorecard.js'
import type { AuditPort } from '../../audit/audit-port.js'
import { nullLogged } from '../../described-error.js'
import type { ClockPort, LogPort } from '../../ports.js'
import type { RiskQuote } from '../../risk/pricing.js'
import type { SessionQueries } from '../../session/queries/session-queries.js'
import type { InstructionService } from '../queue/instruction-service-port.js'
import type { Connections } from '../connections/connections-port.js'
import { contractName } from './executions.js'
import { scoreOf } from './scorecard.js'
import type { TradeBook } from './trade-book.js'

/** The maximum age in ms of a price for open positions. */
const QUOTE_MS = 30_000
const PAGE = 200
/** The maximum number of pages of refusals that are counted. */
const MAX_PAGES = 50
const HALF = dec('0.5')

/** Returns a name that distinguishes combinations by their legs, and bought ones from sold ones. */
const nameOf = (draft: OrderDraft): string => `${draft.side} ${contractName(draft)}`

export interface ScorecardDeps {
  readonly book: Pick<TradeBook, 'trades' | 'marketAtRequest'>
  readonly instructionService: Pick<InstructionService, 'byConnection'>
  readonly connections: Pick<Connections, 'get'>
  readonly audit: Pick<AuditPort, 'page'>
  readonly queries: Pick<SessionQueries, 'exchangeNow' | 'market'>
  readonly environment: Environment
  readonly clock: ClockPort
  readonly log: LogPort
}

/**
 * Returns the price at which one unit is valued: the last price, or for options and event
 * contracts, which trade rarely, the middle of bid and ask if both are known.
 */
function markOf({ assetClass }: OrderDraft, { bid, ask, last }: RiskQuote): Price | null {
  const isSeldomTraded = assetClass === 'option' || assetClass === 'event'
  return isSeldomTraded && bid !== null && ask !== null
    ? asPrice(trim(mul(add<Decimal>(bid, ask), HALF)))
    : last
}

/**
 * Creates the function that computes a connection's scorecard with open positions at current
 * prices. It returns null for a connection of another session.
 */
export function createScorecards({
  book,
  instructionService,
  connections,
  audit,
  queries,
  environment,
  clock,
  log,
}: ScorecardDeps): (id: ConnectionId) => Promise<Scorecard | null> {
  const refusalsOf = async (
    id: ConnectionId,
  ): Promise<readonly { readonly at: EpochMs; readonly why: string }[]> => {
    const refusals: { at: EpochMs; why: string }[] = []
    let before: number | null = null
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const { rows, more }: Awaited<ReturnType<AuditPort['page']>> = await audit.page({
        before,
        kinds: ['refused'],
        text: id,
        limit: PAGE,
      })
      for (const row of rows) if (row.subject === id) refusals.push({ at: row.at, why: row.line })
      before = rows.at(-1)?.seq ?? null
      if (!more || before === null) break
    }
    return refusals
  }

  return async (id) => {
    const connection = connections.get(id)
    if (connection === null) return null
    const input = {
      instructions: instructionService.byConnection(id),
      refusals: await refusalsOf(id),
      trades: book.trades,
      marketAtRequest: book.marketAtRequest,
      offsetMs: queries.exchangeNow() - clock.now(),
    }
    const requestedDrafts = new Map<string, OrderDraft>()
    scoreOf({
      ...input,
      price: (draft) => {
        requestedDrafts.set(nameOf(draft), draft)
        return null
      },
    })
    const marks = new Map<string, Price | null>(
      await Promise.all(
        [...requestedDrafts].map(async ([contract, draft]) => {
          const found = await queries
            .market(draft, QUOTE_MS)
            .catch(nullLogged(log, 'scorecard.price-failed'))
          const price = found?.ok === true ? (found.value?.price ?? null) : null
          return [contract, price === null ? null : markOf(draft, price)] as const
        }),
      ),
    )
    const { name, shadow, state } = connection
    return {
      id,
      name,
      shadow,
      environment,
      state,
      asOf: clock.now(),
      ...scoreOf({ ...input, price: (draft) => marks.get(nameOf(draft)) ?? null }),
    }
  }
}
