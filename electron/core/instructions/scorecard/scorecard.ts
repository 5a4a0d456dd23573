import {
  add,
  asMoney,
  div,
  fromInteger,
  isNegative,
  isPositive,
  sub,
  sum,
  trim,
  ZERO_MONEY,
  type Money,
  type Price,
} from '../../../../shared/domain/decimal.js'
import {
  type AccountProduct,
  productOf,
} from '../../../../shared/domain/instruments/account-products.js'
import { tradeDate } from '../../../../shared/domain/market/trade-date.js'
import type { ClientOrderId, InstructionId } from '../../../../shared/domain/ids.js'
import type { Instruction } from '../../../../shared/domain/instructions/instruction.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import { type EpochMs, epochMs } from '../../../../shared/domain/time.js'
import {
  SCORE_COUNTS,
  type ScoreCount,
  type Scorecard,
  type ScorePeriod,
} from '../../../../shared/domain/instructions/scorecard.js'
import { editableOf, withAmendment, isEmptyAmendment } from '../requests/action.js'
import { actionSummary } from '../order-text/order-summary.js'
import { openOf, openPnl } from './lots.js'
import {
  contractName,
  drawdownOf,
  executionsOf,
  replayExecutions,
  type MarketAtRequest,
  type ScoreEvent,
  type TradeRecord,
} from './executions.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'

export interface ScoreInput {
  /** The instructions of one connection, oldest first. */
  readonly instructions: readonly Instruction[]
  /** The requests that its policy refused. */
  readonly refusals: readonly { readonly at: EpochMs; readonly why: string }[]
  readonly trades: ReadonlyMap<ClientOrderId, TradeRecord>
  readonly marketAtRequest: ReadonlyMap<InstructionId, MarketAtRequest>
  /** How far the exchange's clock is ahead of this computer's, in ms. */
  readonly offsetMs: number
  /** Returns the last price for a draft; null where unknown. */
  readonly price: (draft: OrderDraft) => Price | null
}

export type Score = Omit<Scorecard, 'id' | 'name' | 'shadow' | 'environment' | 'state' | 'asOf'>

const RATE_PLACES = 4
const MONEY_PLACES = 10
const MAX = { days: 400, open: 200, reasons: 20, changes: 20 } as const

const NOTHING: ScorePeriod = {
  ...(Object.fromEntries(SCORE_COUNTS.map((name) => [name, 0])) as Record<ScoreCount, number>),
  traded: ZERO_MONEY,
  fees: ZERO_MONEY,
  realised: ZERO_MONEY,
  slippage: ZERO_MONEY,
  unpriced: 0,
  unvalued: 0,
}

function tally(events: readonly ScoreEvent[]): ScorePeriod {
  const period = { ...NOTHING }
  for (const { counts = [], money = {}, unpriced, unvalued } of events) {
    for (const name of counts) period[name] += 1
    for (const name of ['traded', 'fees', 'realised', 'slippage'] as const) {
      period[name] = trim(add(period[name], money[name] ?? ZERO_MONEY))
    }
    if (unpriced === true) period.unpriced += 1
    if (unvalued === true) period.unvalued += 1
  }
  return period
}

/** Returns the result of a sent instruction's order. */
function orderResult(instruction: Instruction, trade: TradeRecord | undefined): ScoreCount {
  const state = instruction.outcome?.state
  if (state === 'rejected' || trade?.status === 'rejected') return 'rejected'
  if (trade?.status === 'filled') return 'filled'
  const last = trade?.steps.at(-1)
  if (last !== undefined && isPositive(last.filled)) return 'partly'
  if (trade?.status === 'cancelled') return 'cancelled'
  if (state === 'unknown' || trade?.status === 'unknown' || trade?.status === 'not-placed') {
    return 'unknown'
  }
  return 'working'
}

const ENDED: Readonly<Record<NonNullable<Instruction['ending']>['why'], ScoreCount>> = {
  approved: 'countersigned',
  'allowed-by-rule': 'allowed',
  declined: 'declined',
  expired: 'expired',
  revoked: 'revoked',
  withdrawn: 'withdrawn',
}

function eventsOf(
  instruction: Instruction,
  trades: ScoreInput['trades'],
  atExchange: (time: EpochMs) => EpochMs,
): readonly ScoreEvent[] {
  const { ending, outcome, action } = instruction
  const { assetClass } = action.kind === 'place' ? action.draft : action.before
  const product = productOf(assetClass)
  const first: ScoreEvent = {
    time: atExchange(instruction.createdAt),
    product,
    counts: ['asked'],
  }
  if (ending === null) return [first]
  const counts: ScoreCount[] = [ENDED[ending.why]]
  if (ending.why === 'approved' && !isEmptyAmendment(instruction.amendment)) counts.push('changed')
  if (outcome?.state === 'denied') counts.push('notSent')
  else if (outcome !== null && action.kind === 'place') {
    counts.push(
      'sent',
      orderResult(
        instruction,
        outcome.clientOrderId === null ? undefined : trades.get(outcome.clientOrderId),
      ),
    )
  }
  return [first, { time: atExchange(ending.endedAt), product, counts }]
}

const average = (values: readonly Money[]): Money | null => {
  const mean = div(sum(values), fromInteger(values.length), MONEY_PLACES, 'half-even')
  return mean === null ? null : asMoney(trim(mean))
}

function decidedOf(instructions: readonly Instruction[]): Score['decided'] {
  const times = instructions
    .flatMap(({ ending, createdAt }) =>
      ending?.why === 'approved' || ending?.why === 'declined'
        ? [Math.max(0, ending.endedAt - createdAt)]
        : [],
    )
    .sort((a, b) => a - b)
  const longest = times.at(-1)
  return longest === undefined
    ? null
    : {
        count: times.length,
        medianMs: Math.round(
          ((times[(times.length - 1) >> 1] ?? 0) + (times[times.length >> 1] ?? 0)) / 2,
        ),
        longestMs: longest,
      }
}

function reasonsOf({ instructions, refusals }: ScoreInput): Score['reasons'] {
  const counted = new Map<string, Score['reasons'][number]>()
  const addReason = (kind: 'declined' | 'refused', text: string): void => {
    const key = `${kind} ${text}`
    counted.set(key, {
      what: kind,
      text: text.slice(0, 300),
      count: (counted.get(key)?.count ?? 0) + 1,
    })
  }
  for (const { ending } of instructions) {
    if (ending?.why === 'declined') addReason('declined', ending.detail)
  }
  for (const { why } of refusals) addReason('refused', why)
  return [...counted.values()].sort((a, b) => b.count - a.count).slice(0, MAX.reasons)
}

const changesOf = (instructions: readonly Instruction[]): Score['changes'] =>
  instructions
    .flatMap((instruction) => {
      const { ending, amendment, action } = instruction
      if (ending?.why !== 'approved' || amendment === null) return []
      const before = editableOf(action)
      return (['quantity', 'amount', 'limitPrice', 'stopPrice'] as const).flatMap((field) => {
        const approved = amendment[field]
        return approved === undefined
          ? []
          : [
              {
                at: ending.endedAt,
                line: inEnglish(actionSummary(withAmendment(instruction), null)).slice(0, 300),
                field,
                requested: before[field],
                approved,
              },
            ]
      })
    })
    .slice(-MAX.changes)
    .reverse()

/**
 * Computes a connection's score from its instructions and the executions of their orders. Lots are
 * closed first in, first out, per account and contract, over its own orders alone. Pure: uses only
 * its input.
 */
export function scoreOf(input: ScoreInput): Score {
  const executions = input.instructions
    .flatMap((instruction) => {
      const { outcome } = instruction
      const action = withAmendment(instruction)
      const trade =
        action.kind !== 'place' || outcome === null || outcome.clientOrderId === null
          ? undefined
          : input.trades.get(outcome.clientOrderId)
      return action.kind !== 'place' || trade === undefined
        ? []
        : executionsOf(action.draft, input.marketAtRequest.get(instruction.id), trade)
    })
    .sort((a, b) => a.time - b.time)
  const { events, open, closed, curve } = replayExecutions(executions)
  const atExchange = exchangeTimes(input)
  const all: readonly ScoreEvent[] = [
    ...input.instructions.flatMap((instruction) => eventsOf(instruction, input.trades, atExchange)),
    ...input.refusals.map(
      ({ at: time }): ScoreEvent => ({
        time: atExchange(time),
        product: REFUSED,
        counts: ['refused'],
      }),
    ),
    ...events,
  ]
  const byDay = groupByDay(all)
  const total = tally(all)
  const positions = open.map(({ draft, lots, multiplier }) => {
    const last = input.price(draft)
    return {
      symbol: draft.symbol,
      name: contractName(draft),
      ...openOf(lots),
      last,
      pnl: last === null ? null : openPnl(lots, last, multiplier),
    }
  })
  const known = positions.flatMap(({ pnl }) => (pnl === null ? [] : [pnl]))
  const complete = known.length === positions.length && total.unvalued === 0
  const pnl = complete ? trim(sum(known)) : null
  const [won, lost] = [
    closed.filter((realised) => isPositive(realised)),
    closed.filter((realised) => isNegative(realised)),
  ]
  const booked = sub(total.realised, total.fees)
  return {
    since: input.instructions[0]?.createdAt ?? null,
    total,
    days: [...byDay]
      .sort(([a], [b]) => (a < b ? 1 : -1))
      .slice(0, MAX.days)
      .map(([day, events]) => ({ day, ...tally(events) })),
    open: positions.slice(0, MAX.open),
    openPnl: pnl,
    net: pnl === null ? null : trim(add(booked, pnl)),
    wins: won.length,
    losses: lost.length,
    winRate:
      closed.length === 0
        ? null
        : div(fromInteger(won.length), fromInteger(closed.length), RATE_PLACES, 'half-even'),
    averageWin: average(won),
    averageLoss: average(lost),
    drawdown: drawdownOf(pnl === null ? curve : [...curve, add(booked, pnl)]),
    decided: decidedOf(input.instructions),
    reasons: reasonsOf(input),
    changes: changesOf(input.instructions),
  }
}

/** A refused request is stored without its instrument. */
const REFUSED: AccountProduct = 'securities'

/** Groups events by the trade date of their product. */
function groupByDay(all: readonly ScoreEvent[]): ReadonlyMap<string, readonly ScoreEvent[]> {
  const days = new Map<string, ScoreEvent[]>()
  for (const event of all) {
    const day = tradeDate(event.product, event.time)
    const dayEvents = days.get(day)
    if (dayEvents === undefined) days.set(day, [event])
    else dayEvents.push(event)
  }
  return days
}

/** What is known of the difference between the exchange's clock and this computer's. */
interface ClockFacts {
  /** Oldest first. */
  readonly instructions: readonly Instruction[]
  readonly marketAtRequest: ReadonlyMap<InstructionId, Pick<MarketAtRequest, 'at'>>
  /** How far the exchange's clock is ahead now, in ms. */
  readonly offsetMs: number
}

/**
 * Returns a function that converts times of this computer to the exchange's, whose trade dates a
 * report card has: by the latest request before, of which both times are known. The practice
 * exchange may be days away, and jumps.
 */
function exchangeTimes({
  instructions,
  marketAtRequest,
  offsetMs,
}: ClockFacts): (time: EpochMs) => EpochMs {
  const offsets = instructions.flatMap(({ id, createdAt }) => {
    const mark = marketAtRequest.get(id)
    return mark === undefined ? [] : [{ createdAt, offsetMs: mark.at - createdAt }]
  })
  return (time) => {
    const before = offsets.findLast(({ createdAt }) => createdAt <= time) ?? offsets[0]
    return epochMs(time + (before?.offsetMs ?? offsetMs))
  }
}
