import { sessionAt } from '../../../shared/domain/exchange-time.js'
import { dec, decimalText } from '../../../shared/domain/decimal.js'
import type { OrderDraft } from '../../../shared/domain/order.js'
import { err, ok } from '../../../shared/domain/result.js'
import type { DeskSession } from '../session/desk-session.js'
import type { LookUpFacts } from './desk-deps.js'

/** A price that was confirmed longer ago is asked for again (rule 10). */
const QUOTE_MS = 5_000
const CENT = dec('0.01')
/** Contracts of one option; the others' unit of value is looked up, or is one. */
const PER_OPTION = '100'

/** How the exchange's sessions are told apart where only trading hours matter. */
export const SESSIONS = { regular: 'regular', pre: 'extended', post: 'extended', overnight: 'extended', closed: 'closed' } as const

type Looked = Pick<OrderDraft, 'accountId' | 'assetClass' | 'symbol'>

/** Looks up what a card shows and a policy judges by, for any account of the session. What is not known is null, never guessed. */
export function createFacts(session: Pick<DeskSession, 'environment' | 'lookUps' | 'instruments' | 'sessionView'>): LookUpFacts {
  const { lookUps } = session
  return async (action) => {
    const looked: Looked = action.kind === 'place' ? action.draft : action.before
    const { accountId, assetClass, symbol } = looked
    const [instruments, price, positions, balance] = await Promise.all([
      assetClass === 'stock' ? session.instruments([symbol]) : ok([]), lookUps.quote(symbol, QUOTE_MS), lookUps.positions(accountId), lookUps.balance(accountId),
    ])
    if (!positions.ok) return err(positions.error)
    if (!balance.ok) return err(balance.error)
    if (!instruments.ok) return err(instruments.error)
    const multiplier = action.kind === 'place' ? await lookUps.multiplier(action.draft) : null
    return ok({
      account: session.sessionView().accounts.find((each) => each.accountId === accountId) ?? null,
      instrument: instruments.value[0] ?? null, quote: price?.quote ?? null, quoteAgeMs: price?.ageMs ?? null, position: positions.value.find((each) => each.symbol === symbol) ?? null, balance: balance.value,
      multiplier: multiplier === null ? (assetClass === 'option' ? PER_OPTION : '1') : decimalText(multiplier),
      session: SESSIONS[sessionAt(lookUps.exchangeNow())], delayed: session.environment === 'sandbox', tick: assetClass === 'stock' ? CENT : null,
    })
  }
}
