import {
  add,
  asPrice,
  dec,
  eq,
  gt,
  isNegative,
  isPositive,
  lt,
  snap,
  type Decimal,
  type Price,
} from '../../../../../shared/domain/decimal.js'
import type { OptionType } from '../../../../../shared/domain/instruments/option.js'
import { refuse, type AsyncResult } from '../../../../../shared/domain/instructions/refusal.js'
import type { DraftLeg } from '../../../../../shared/domain/orders/order-terms.js'
import type { OrderDraft } from '../../../../../shared/domain/orders/order.js'
import { err, ok } from '../../../../../shared/domain/result.js'
import { message } from '../../../../../shared/messages/make-message.js'
import type { TradingSession } from '../../../session/trading-session.js'
import { rootOf } from '../../kill-switch/closing-draft.js'
import { toRefusal } from '../market-reads.js'
import type {
  AssistantJob,
  JobPlan,
} from '../../../../../shared/domain/instructions/assistant-job.js'
import { findPosition, jobRefusal, type HeldPart } from './find-position.js'

const QUOTE_AGE_MS = 5_000
const CENT = dec('0.01')

type Roll = Extract<AssistantJob, { readonly kind: 'roll' }>
type RollSession = Pick<TradingSession, 'queries' | 'products'>

interface Contract {
  readonly type: OptionType
  readonly strike: Price
  readonly expiration: string
}

/** Returns the one contract of a position; null for everything else. */
function contractOf({ position }: HeldPart): Contract | null {
  const [leg, ...more] = position.legs ?? []
  const option = leg?.option
  return option == null ||
    more.length > 0 ||
    option.type === null ||
    option.type === 'unknown' ||
    option.strike === null ||
    option.expiration === null
    ? null
    : { type: option.type, strike: option.strike, expiration: option.expiration }
}

/** Returns the contract to roll to: by default the next expiration with the same strike. */
async function nextContract(
  { products }: RollSession,
  root: DraftLeg['symbol'],
  held: Contract,
  job: Roll,
): AsyncResult<Contract> {
  const chain = toRefusal(await products.optionChain(root))
  if (!chain.ok) return chain
  const days = chain.value.expiries.map(({ expiration }) => expiration)
  const expiration = job.expiration ?? days.find((day) => day > held.expiration)
  if (expiration === undefined) {
    return refuse('invalid', message('refusals.noLaterExpiration', { symbol: root }))
  }
  const next = { type: held.type, strike: job.strike ?? held.strike, expiration }
  return eq(next.strike, held.strike) && next.expiration === held.expiration
    ? err(
        jobRefusal(
          'expiration',
          expiration,
          'no-change',
          null,
          message('refusals.rollsToItself', { symbol: root }),
        ),
      )
    : ok(next)
}

/** True when the first contract costs more than the second, whatever the market says. */
function costsMore(a: Contract, b: Contract): boolean {
  if (a.expiration !== b.expiration) return a.expiration > b.expiration
  return a.type === 'call' ? lt(a.strike, b.strike) : gt(a.strike, b.strike)
}

/** Returns the combination that closes one contract and opens the other at one net price. */
function rollDraft(part: HeldPart, held: Contract, next: Contract): OrderDraft {
  const { position, quantity } = part
  const root = rootOf(position.legs?.[0]?.symbol ?? position.symbol)
  const isShort = isNegative(position.quantity)
  const leg = (side: 'buy' | 'sell', option: Contract): DraftLeg => ({
    symbol: root,
    side,
    quantity,
    option,
  })
  const isNextBought = !isShort
  const isPaid = costsMore(next, held) ? isNextBought : !isNextBought
  return {
    accountId: position.accountId,
    assetClass: 'option',
    symbol: root,
    side: isPaid ? 'buy' : 'sell',
    type: 'limit',
    timeInForce: 'day',
    session: 'core',
    size: { kind: 'quantity', quantity },
    limitPrice: null,
    stopPrice: null,
    trail: null,
    expireDate: null,
    terms: {
      strategy:
        next.expiration === held.expiration
          ? 'vertical'
          : eq(next.strike, held.strike)
            ? 'calendar'
            : 'diagonal',
      legs: [leg(isShort ? 'buy' : 'sell', held), leg(isShort ? 'sell' : 'buy', next)],
    },
  }
}

/** Returns the net price at which the roll would fill now; null while there is none. */
async function marketPrice({ queries }: RollSession, draft: OrderDraft): Promise<Price | null> {
  const known = await queries.market(draft, QUOTE_AGE_MS)
  const price = known.ok ? (known.value?.price ?? null) : null
  const from = draft.side === 'buy' ? price?.ask : price?.bid
  if (from == null) return null
  const step: Decimal = (known.ok ? known.value?.step : null) ?? CENT
  const snapped = snap(from, step, draft.side === 'buy' ? 'up' : 'down')
  return isPositive(snapped) ? snapped : asPrice(add<Decimal>(dec('0'), step))
}

/** Plans one order that closes an option and opens the same kind at another day or strike. */
export async function planRoll(session: RollSession, job: Roll): AsyncResult<JobPlan> {
  const part = await findPosition(session, job)
  if (!part.ok) return part
  const held = contractOf(part.value)
  if (held === null) {
    return err(
      jobRefusal('symbol', job.name, 'not-one-option', null, message('refusals.notOneOption')),
    )
  }
  const root = rootOf(part.value.position.legs?.[0]?.symbol ?? part.value.position.symbol)
  const next = await nextContract(session, root, held, job)
  if (!next.ok) return next
  const draft = rollDraft(part.value, held, next.value)
  const limitPrice = job.limitPrice ?? (await marketPrice(session, draft))
  // Without a price of its own, an unlisted contract is refused by the checks of the order.
  return ok({
    action: { kind: 'place', drafts: [{ ...draft, limitPrice: limitPrice ?? asPrice(CENT) }] },
    left: 0,
    rows: [],
  })
}
