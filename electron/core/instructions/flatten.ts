import { abs, add, decimalText, isNegative, isPositive, minOf, neg, ZERO_QUANTITY, type Quantity } from '../../../shared/domain/decimal.js'
import type { Position } from '../../../shared/domain/account.js'
import { sessionAt } from '../../../shared/domain/exchange-time.js'
import type { ClientOrderId } from '../../../shared/domain/ids.js'
import type { Instruction } from '../../../shared/domain/instruction.js'
import { occSymbol } from '../../../shared/domain/option.js'
import type { Order, OrderDraft } from '../../../shared/domain/order.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { epochMs, MINUTE_MS } from '../../../shared/domain/time.js'
import type { TradeOutcome } from '../../../shared/ipc/contract.js'
import { appError, type AppError } from '../../../shared/ipc/errors.js'
import type { FlattenPlan, FlattenRow, Flattened, HaltScope } from '../../../shared/ipc/halt.js'
import type { AuditPort } from '../audit/audit-port.js'
import { randomHex } from '../hex.js'
import { closes, freeToClose } from '../orders/closing.js'
import type { ClockPort, RandomPort } from '../ports.js'
import type { DeskSession } from '../session/desk-session.js'
import { closingDraft } from './closing-draft.js'
import { SESSIONS } from './facts.js'
import type { KillSwitch } from './kill.js'
import { placedBy } from './kill-orders.js'
import { draftInWords, orderLine } from './line.js'

const PLAN_BYTES = 16
/** How long a plan may be confirmed: what it was made from is older afterwards. */
const PLAN_MS = MINUTE_MS
const QUOTE_MS = 5_000
const MOST_ROWS = 200
const TEXT_CHARS = 500

export interface FlattenDeps {
  readonly session: Pick<DeskSession, 'close' | 'sessionView' | 'lookUps'> & { readonly streams: { readonly orders: Pick<DeskSession['streams']['orders'], 'all'> } }
  readonly instructions: () => readonly Instruction[]
  readonly halt: Pick<KillSwitch, 'get'>
  readonly clock: ClockPort
  readonly random: RandomPort
  readonly audit: Pick<AuditPort, 'append'>
}

/**
 * Closing positions in two steps: a plan that the person reads, and the sending of exactly that plan after they confirmed it. Never part of
 * a kill. Every order is checked again against what the broker says is held before it leaves, and only makes a position smaller.
 */
export interface Flatten {
  plan(scope: HaltScope): Promise<Result<FlattenPlan, AppError>>
  /** Sends a plan once; a second call, another name or one that is too old sends nothing. */
  run(plan: string): Promise<Result<Flattened, AppError>>
}

interface Held {
  readonly plan: FlattenPlan
  readonly drafts: readonly OrderDraft[]
}

const refused = (message: string): Result<never, AppError> => err(appError('instruction/refused', message, { order: 'not-placed' }))

/** What assistants' orders bought (+) or sold (-) of a position's contract, as far as the desk has their rows. */
function netOf(position: Position, orders: readonly Order[], placed: ReadonlySet<ClientOrderId>): Quantity {
  const closing = orders.filter((order) => placed.has(order.clientOrderId))
  const signed = (order: Order): Quantity => (order.side === 'buy' ? order.filledQuantity : neg(order.filledQuantity))
  // An order is about the position when it, or its opposite, would close it.
  const about = (order: Order): boolean => [order.side === 'buy' ? 'buy' as const : 'sell' as const, order.side === 'buy' ? 'sell' as const : 'buy' as const]
    .some((side) => closes(position, { ...order, side, terms: { outcome: order.terms?.outcome === 'unknown' ? undefined : (order.terms?.outcome ?? undefined), legs: order.terms?.legs ?? [] } }))
  return closing.filter(about).reduce<Quantity>((net, order) => add(net, signed(order)), ZERO_QUANTITY)
}

/** What a quote of the position's own contract is asked for by. */
function quoteSymbol({ symbol, assetClass, legs }: Position): Position['symbol'] {
  const option = assetClass === 'option' ? legs?.[0]?.option : null
  if (option == null || option.type === null || option.type === 'unknown' || option.strike === null || option.expiration === null) return symbol
  return occSymbol({ root: legs?.[0]?.symbol ?? symbol, expiration: option.expiration, type: option.type, strike: option.strike }) ?? symbol
}

const told = (answer: Result<TradeOutcome, AppError>): Pick<Flattened['rows'][number], 'outcome' | 'clientOrderId' | 'text'> => {
  if (!answer.ok) return { outcome: answer.error.order === 'may-exist' ? 'unknown' : 'denied', clientOrderId: null, text: answer.error.message.slice(0, TEXT_CHARS) }
  const { value } = answer
  const clientOrderId = 'order' in value ? (value.order?.clientOrderId ?? null) : null
  const text = value.outcome === 'denied' ? value.reasons.join('; ') : value.outcome === 'rejected' ? value.reason : value.outcome === 'unknown' ? 'It is not known yet whether it was placed; the desk is finding out' : 'The broker took it'
  return { outcome: value.outcome, clientOrderId, text: text.slice(0, TEXT_CHARS) }
}

export function createFlatten({ session, instructions, halt, clock, random, audit }: FlattenDeps): Flatten {
  let held: Held | null = null

  const makeRow = async (position: Position, scope: HaltScope): Promise<{ readonly row: FlattenRow; readonly draft: OrderDraft | null } | null> => {
    const orders = session.streams.orders.all()
    const free = freeToClose(position, orders)
    const net = scope === 'all' ? position.quantity : netOf(position, orders, placedBy(instructions()))
    const most = isNegative(net) === isNegative(position.quantity) ? minOf(abs(net), abs(position.quantity)) : ZERO_QUANTITY
    if (!isPositive(most)) return null
    const about = { accountId: position.accountId, symbol: position.symbol }
    const stays = (why: string): { readonly row: FlattenRow; readonly draft: null } => ({ row: { ...about, line: `${decimalText(position.quantity)} ${position.symbol}`, note: why.slice(0, 200) }, draft: null })
    if (!isPositive(free)) return stays('Working orders close it already: cancel them first')
    const quote = await session.lookUps.quote(quoteSymbol(position), QUOTE_MS)
    const made = closingDraft(position, minOf(most, free), { quote: quote?.quote ?? null, session: SESSIONS[sessionAt(session.lookUps.exchangeNow())] })
    return made.ok ? { row: { ...about, line: orderLine(draftInWords(made.value.draft), null), note: made.value.note }, draft: made.value.draft } : stays(made.error)
  }

  return {
    async plan(scope) {
      held = null
      if (halt.get()?.phase === 'clearing') return refused('Orders are being cancelled still. Close positions when that is over.')
      const positions: Position[] = []
      for (const { accountId } of session.sessionView().accounts) {
        const found = await session.lookUps.positions(accountId)
        if (!found.ok) return found
        positions.push(...found.value)
      }
      const made = (await Promise.all(positions.map((position) => makeRow(position, scope)))).filter((each) => each !== null)
      const sent = made.flatMap(({ row, draft }) => (draft === null ? [] : [{ row, draft }])).slice(0, MOST_ROWS)
      const plan: FlattenPlan = {
        plan: randomHex(random, PLAN_BYTES), scope, until: epochMs(clock.now() + PLAN_MS), rows: sent.map(({ row }) => row),
        skipped: made.flatMap(({ row, draft }) => (draft === null ? [row] : [])).slice(0, MOST_ROWS),
      }
      held = { plan, drafts: sent.map(({ draft }) => draft) }
      return ok(plan)
    },
    async run(name) {
      const mine = held
      if (mine === null || mine.plan.plan !== name) return refused('This plan is not the one that was shown, or it was sent already.')
      held = null
      if (clock.now() >= mine.plan.until) return refused('What was shown is too old. Look at it again.')
      const { plan, scope, rows } = mine.plan
      // On the record before it happens; a chain that cannot be written keeps nobody in a position.
      await audit.append('decided', plan, `Close ${rows.length} positions`, { decision: 'flatten', by: 'person', scope, orders: rows.map(({ line }) => line) })
      const answers = await Promise.all(mine.drafts.map((draft, index) => session.close(`f-${plan}-${index}`, draft)))
      const done = rows.map((row, index) => ({ ...row, ...told(answers[index] ?? refused('It was not sent')) }))
      await audit.append('outcome', plan, `${done.filter(({ outcome }) => outcome === 'acknowledged').length} of ${rows.length} closing orders taken by the broker`, { outcomes: done.map(({ symbol, outcome, clientOrderId }) => `${symbol} ${outcome} ${clientOrderId ?? ''}`) })
      return ok({ rows: done })
    },
  }
}
