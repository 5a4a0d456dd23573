import {
  add,
  asPrice,
  dec,
  mul,
  trim,
  type Decimal,
  type Price,
} from '../../../shared/domain/decimal.js'
import type { Environment } from '../../../shared/domain/environment.js'
import type { ConnectionId } from '../../../shared/domain/instruction.js'
import type { OrderDraft } from '../../../shared/domain/order.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import type { Scorecard } from '../../../shared/ipc/scorecard.js'
import type { AuditPort } from '../audit/audit-port.js'
import type { ClockPort } from '../ports.js'
import type { RiskQuote } from '../risk/pricing.js'
import type { LookUps } from '../session/look-ups.js'
import type { InstructionDesk } from './instruction-desk-port.js'
import type { Connections } from './policy-port.js'
import { contractName } from './score-executions.js'
import { scoreOf } from './scorecard.js'
import type { TradeBook } from './trade-book.js'

/** A price for what is open may be so old. */
const QUOTE_MS = 30_000
const PAGE = 200
/** More refusals than this are not told apart any more. */
const MOST_PAGES = 50
const HALF = dec('0.5')

/** Combinations are told apart by their legs, and what is bought of them from what is sold. */
const nameOf = (draft: OrderDraft): string => `${draft.side} ${contractName(draft)}`

export interface ScoreKeeperDeps {
  readonly book: TradeBook
  readonly desk: Pick<InstructionDesk, 'of'>
  readonly connections: Pick<Connections, 'get'>
  readonly audit: Pick<AuditPort, 'page'>
  readonly lookUps: Pick<LookUps, 'market'>
  readonly environment: Environment
  readonly clock: ClockPort
}

/**
 * What one unit is worth now: the last price; of options and event contracts, which trade seldom,
 * the middle of what is bid and asked
 * while both are known.
 */
function markOf({ assetClass }: OrderDraft, { bid, ask, last }: RiskQuote): Price | null {
  const seldom = assetClass === 'option' || assetClass === 'event'
  return seldom && bid !== null && ask !== null
    ? asPrice(trim(mul(add<Decimal>(bid, ask), HALF)))
    : last
}

/**
 * Makes the scorecard of a connection, with what is open at the last price; null for one that is
 * not of this room.
 */
export function createScoreKeeper({
  book,
  desk,
  connections,
  audit,
  lookUps,
  environment,
  clock,
}: ScoreKeeperDeps): (id: ConnectionId) => Promise<Scorecard | null> {
  const refusalsOf = async (
    id: ConnectionId,
  ): Promise<readonly { readonly at: EpochMs; readonly why: string }[]> => {
    const found: { at: EpochMs; why: string }[] = []
    let before: number | null = null
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const { rows, more }: Awaited<ReturnType<AuditPort['page']>> = await audit.page({
        before,
        kinds: ['refused'],
        text: id,
        limit: PAGE,
      })
      for (const row of rows) if (row.subject === id) found.push({ at: row.at, why: row.line })
      before = rows.at(-1)?.seq ?? null
      if (!more || before === null) break
    }
    return found
  }

  return async (id) => {
    const connection = connections.get(id)
    if (connection === null) return null
    const input = {
      instructions: desk.of(id),
      refusals: await refusalsOf(id),
      trades: book.trades,
      asked: book.asked,
    }
    const wanted = new Map<string, OrderDraft>()
    scoreOf({
      ...input,
      price: (draft) => {
        wanted.set(nameOf(draft), draft)
        return null
      },
    })
    const marks = new Map<string, Price | null>(
      await Promise.all(
        [...wanted].map(async ([contract, draft]) => {
          const found = await lookUps.market(draft, QUOTE_MS).catch(() => null)
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
