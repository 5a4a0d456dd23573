import type { Price } from '../../../shared/domain/decimal.js'
import type { Environment } from '../../../shared/domain/environment.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import type { ConnectionId } from '../../../shared/domain/instruction.js'
import type { OrderDraft } from '../../../shared/domain/order.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import type { Scorecard } from '../../../shared/ipc/scorecard.js'
import type { AuditPort } from '../audit/audit-port.js'
import type { ClockPort } from '../ports.js'
import type { LookUps } from '../session/look-ups.js'
import type { InstructionDesk } from './instruction-desk-port.js'
import type { Connections } from './policy-port.js'
import { scoreOf } from './scorecard.js'
import type { TradeBook } from './trade-book.js'

/** A price for what is open may be so old. */
const QUOTE_MS = 30_000
const PAGE = 200
/** More refusals than this are not told apart any more. */
const MOST_PAGES = 50

export interface ScoreKeeperDeps {
  readonly book: TradeBook
  readonly desk: Pick<InstructionDesk, 'of'>
  readonly connections: Pick<Connections, 'get'>
  readonly audit: Pick<AuditPort, 'page'>
  readonly lookUps: Pick<LookUps, 'quote'>
  readonly environment: Environment
  readonly clock: ClockPort
}

/** Only these have a price of their own under their symbol: an option's symbol is its underlying, an event's has two sides. */
const hasOwnPrice = ({ assetClass, terms }: OrderDraft): boolean => (assetClass === 'stock' || assetClass === 'crypto' || assetClass === 'futures') && (terms?.legs ?? []).length === 0

/** Makes the scorecard of a connection, with what is open at the last price; null for one that is not of this room. */
export function createScoreKeeper({ book, desk, connections, audit, lookUps, environment, clock }: ScoreKeeperDeps): (id: ConnectionId) => Promise<Scorecard | null> {
  const refusalsOf = async (id: ConnectionId): Promise<readonly { readonly at: EpochMs; readonly why: string }[]> => {
    const found: { at: EpochMs; why: string }[] = []
    let before: number | null = null
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const { rows, more }: Awaited<ReturnType<AuditPort['page']>> = await audit.page({ before, kinds: ['refused'], text: id, limit: PAGE })
      for (const row of rows) if (row.subject === id) found.push({ at: row.at, why: row.line })
      before = rows.at(-1)?.seq ?? null
      if (!more || before === null) break
    }
    return found
  }

  return async (id) => {
    const connection = connections.get(id)
    if (connection === null) return null
    const input = { instructions: desk.of(id), refusals: await refusalsOf(id), trades: book.trades, asked: book.asked }
    const wanted = new Set<Symbol>()
    scoreOf({ ...input, price: (draft) => { if (hasOwnPrice(draft)) wanted.add(draft.symbol); return null } })
    const prices = new Map<Symbol, Price | null>(await Promise.all([...wanted].map(async (symbol) => [symbol, (await lookUps.quote(symbol, QUOTE_MS).catch(() => null))?.quote.last ?? null] as const)))
    const { name, shadow, state } = connection
    return { id, name, shadow, environment, state, asOf: clock.now(), ...scoreOf({ ...input, price: (draft) => (hasOwnPrice(draft) ? (prices.get(draft.symbol) ?? null) : null) }) }
  }
}
