import {
  abs,
  isNegative,
  isPositive,
  minOf,
  ZERO_QUANTITY,
} from '../../../../shared/domain/decimal.js'
import type {
  Position,
  PositionList,
  UnreadablePosition,
} from '../../../../shared/domain/account/account.js'
import type { Instruction } from '../../../../shared/domain/instructions/instruction.js'
import { err, ok, type Result } from '../../../../shared/domain/result.js'
import { epochMs, MINUTE_MS } from '../../../../shared/domain/time.js'
import { appError, type AppError } from '../../../../shared/domain/app/app-error.js'
import type {
  ClosePart,
  Flattened,
  FlattenPlan,
  FlattenRow,
  PositionRef,
} from '../../../../shared/domain/orders/flatten.js'
import type { AccountId, ClientOrderId } from '../../../../shared/domain/ids.js'
import type { HaltScope } from '../../../../shared/domain/orders/halt.js'
import type { Order } from '../../../../shared/domain/orders/order.js'
import type { AuditPort } from '../../audit/audit-port.js'
import { randomHex } from '../../hex.js'
import { availableToClose } from '../../../../shared/domain/orders/effect/closing-orders.js'
import { listingDenials } from '../../orders/pre-trade-check.js'
import { singleLegPositions } from '../../../../shared/domain/account/single-leg-positions.js'
import type { ClockPort, RandomPort, TimerPort } from '../../ports.js'
import type { TradingSession } from '../../session/trading-session.js'
import { netFilled } from './assistant-fills.js'
import { ClosingRun, toRowOutcome } from './closing-run.js'
import {
  planClosing,
  skippedRow,
  stalePriceNote,
  unreadableRow,
  withinLimit,
  type Closing,
  type PlanParts,
  type ToClose,
} from './flatten-plan.js'
import type { RiskQuote } from '../../risk/pricing.js'
import { NO_QUOTE } from '../../risk/risk-limits.js'
import type { KillSwitch } from './kill-switch.js'
import { halfOf, openingAfter, reverseProblem, type Opening } from './position-parts.js'
import { withLinked } from '../requests/linked-orders.js'
import { placedBy } from './kill-targets.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { Message } from '../../../../shared/messages/message.js'

const PLAN_BYTES = 16
/** How long a plan can be confirmed in ms, because its data becomes outdated. */
const PLAN_MS = MINUTE_MS
/** The maximum age of the data that the opening order of a reverse is checked with, in ms. */
const QUOTE_MS = 5_000

export interface FlattenDeps {
  readonly session: Pick<TradingSession, 'queries'> & {
    readonly orders: Pick<TradingSession['orders'], 'close' | 'submit'>
    readonly connection: Pick<TradingSession['connection'], 'view'>
  } & {
    readonly streams: { readonly orders: TradingSession['streams']['orders'] }
  }
  readonly instructions: () => readonly Instruction[]
  readonly halt: Pick<KillSwitch, 'get'>
  readonly clock: ClockPort
  readonly timers: TimerPort
  readonly random: RandomPort
  readonly audit: Pick<AuditPort, 'append'>
}

interface ShownPlan {
  readonly plan: FlattenPlan
  readonly sent: readonly Closing[]
  /** The second order of a reverse; null for other plans. */
  readonly opening: Opening | null
  /** When its prices were read, by the monotonic clock. */
  readonly shownAt: number
}

/** What a plan does with the positions that it closes. */
interface PlanScope {
  readonly scope: HaltScope
  readonly part: ClosePart
}

const refused = (reason: Message): Result<never, AppError> =>
  err(appError('instruction/refused', reason, { order: 'not-placed' }))

/** Splits positions into single legs, and lists those whose legs the broker does not report. */
function splitPositions(positions: readonly Position[]): {
  readonly singles: readonly Position[]
  readonly unclear: readonly FlattenRow[]
} {
  const singles: Position[] = []
  const unclear: FlattenRow[] = []
  for (const position of positions) {
    const legs = singleLegPositions(position)
    if (legs !== null) singles.push(...legs)
    else {
      unclear.push(skippedRow(position, message('killSwitch.combinationUnknown')))
    }
  }
  return { singles, unclear }
}

/** Returns the opening order with the price that its row shows, where that is not current. */
function withShownPrice(opening: Opening, price: RiskQuote): Opening {
  const note = stalePriceNote(opening.draft, { quote: price, ageMs: price.ageMs })
  if (note === null) return opening
  const stalePrice = { ...price, draft: opening.draft }
  return { ...opening, stalePrice, row: { ...opening.row, note } }
}

/** True for the same leg of the same position. */
const isSame = (a: Position, b: Position): boolean =>
  a.positionId === b.positionId && a.legs?.[0]?.legId === b.legs?.[0]?.legId

/** Plans and runs the closing of positions. Holds the plan that was shown last. */
export class Flatten {
  readonly #deps: FlattenDeps
  #shown: ShownPlan | null = null

  constructor(deps: FlattenDeps) {
    this.#deps = deps
  }

  async plan(scope: HaltScope): Promise<Result<FlattenPlan, AppError>> {
    this.#shown = null
    if (this.#deps.halt.get()?.phase === 'clearing') {
      return refused(message('killSwitch.stillCanceling'))
    }
    const { accounts } = this.#deps.session.connection.view()
    const positionList = await this.#positions(accounts.map(({ accountId }) => accountId))
    if (!positionList.ok) return positionList
    const { singles, unclear } = splitPositions(positionList.value.positions)
    // They may or may not be an assistant's, so only the scope `all` lists them.
    const open = [...positionList.value.unreadable.map(unreadableRow), ...unclear]
    return this.#planOf({ scope, part: 'all' }, singles, singles, scope === 'all' ? open : [])
  }

  /**
   * Plans the closing of these positions or of half of each, as far as no working order closes them
   * already; or the reverse of one, which closes it and then opens the opposite position. A
   * position that is not held any more is not in the plan.
   */
  async planPositions(
    chosen: readonly PositionRef[],
    part: ClosePart = 'all',
  ): Promise<Result<FlattenPlan, AppError>> {
    this.#shown = null
    const positionList = await this.#positions(new Set(chosen.map(({ accountId }) => accountId)))
    if (!positionList.ok) return positionList
    const { positions } = positionList.value
    const members = splitPositions(
      positions.filter(({ accountId, positionId }) =>
        chosen.some((ref) => ref.accountId === accountId && ref.positionId === positionId),
      ),
    )
    const { singles } = splitPositions(positions)
    return this.#planOf({ scope: 'all', part }, members.singles, singles, members.unclear)
  }

  /**
   * Makes the plan that closes `members` and remembers it until it is sent. `held` has all
   * positions, including those that stay open.
   */
  async #planOf(
    { scope, part }: PlanScope,
    members: readonly Position[],
    heldPositions: readonly Position[],
    unclear: readonly FlattenRow[],
  ): Promise<Result<FlattenPlan, AppError>> {
    const candidates = members
      .map((position) => this.#wantedOf(position, scope))
      .filter((entry) => entry !== null)
      .map((entry) => ('position' in entry ? this.#partOf(entry, part) : entry))
    const { queries } = this.#deps.session
    const closingPlan = await planClosing(
      candidates.filter((entry) => 'position' in entry),
      heldPositions.map(
        (position) => members.find((member) => isSame(member, position)) ?? position,
      ),
      queries,
    )
    const reversed = part === 'reverse' ? await this.#reversed(closingPlan) : null
    const { sent, skipped } = reversed ?? withinLimit(closingPlan)
    const opening = reversed?.opening ?? null
    const plan: FlattenPlan = {
      plan: randomHex(this.#deps.random, PLAN_BYTES),
      scope,
      until: epochMs(this.#deps.clock.now() + PLAN_MS),
      rows: [...sent, ...(opening === null ? [] : [opening])].map(({ row }) => row),
      skipped: [
        ...unclear,
        ...candidates.flatMap((entry) => ('position' in entry ? [] : [entry])),
        ...skipped,
      ],
    }
    this.#shown = { plan, sent, opening, shownAt: this.#deps.clock.monotonic() }
    return ok(plan)
  }

  /** Runs a plan once. A second call, an unknown id or an expired plan sends nothing. */
  async run(name: string): Promise<Result<Flattened, AppError>> {
    const current = this.#shown
    if (current === null || current.plan.plan !== name) {
      return refused(message('killSwitch.planUnknown'))
    }
    this.#shown = null
    if (this.#deps.clock.now() >= current.plan.until) {
      return refused(message('killSwitch.planExpired'))
    }
    const { plan, rows } = current.plan
    await this.#recordDecision(current)
    const closingRun = new ClosingRun(this.#deps, plan)
    const answers = new Map(await closingRun.send(current.sent))
    if (current.opening !== null) {
      const closed = answers.get(0)
      answers.set(
        current.sent.length,
        await closingRun.open(current.opening, closed, current.shownAt),
      )
    }
    const done = rows.map((row, index) => ({
      ...row,
      ...(answers.get(index) ?? toRowOutcome(refused(message('killSwitch.notSent')))),
    }))
    await this.#recordOutcome(plan, done)
    return ok({ rows: done })
  }

  /** Returns the positions of these accounts, or the first failure. */
  async #positions(accounts: Iterable<AccountId>): Promise<Result<PositionList, AppError>> {
    const positions: Position[] = []
    const unreadable: UnreadablePosition[] = []
    for (const accountId of accounts) {
      const found = await this.#deps.session.queries.positions(accountId)
      if (!found.ok) return found
      positions.push(...found.value.positions)
      unreadable.push(...found.value.unreadable)
    }
    return ok({ positions, unreadable })
  }

  /** Returns the ids of assistants' orders: an exit that filled closed what its entry opened. */
  #placedByAssistants(orders: readonly Order[]): ReadonlySet<ClientOrderId> {
    const placed = placedBy(this.#deps.instructions())
    return withLinked(placed, orders, placed)
  }

  /**
   * Returns how much of a position this scope closes, or why it stays open; null where none of it
   * is in scope.
   */
  #wantedOf(position: Position, scope: HaltScope): ToClose | FlattenRow | null {
    const orders = this.#deps.session.streams.orders.all()
    const free = availableToClose(position, orders)
    const net =
      scope === 'all'
        ? position.quantity
        : netFilled(position, orders, this.#placedByAssistants(orders))
    const maxQuantity =
      isNegative(net) === isNegative(position.quantity)
        ? minOf(abs(net), abs(position.quantity))
        : ZERO_QUANTITY
    if (!isPositive(maxQuantity)) return null
    return isPositive(free)
      ? { position, quantity: minOf(maxQuantity, free) }
      : skippedRow(position, message('killSwitch.reserved'))
  }

  /**
   * Adds the order that opens the opposite position. Where the broker would not accept it, the plan
   * closes nothing and says why.
   */
  async #reversed(plan: PlanParts): Promise<PlanParts & { readonly opening: Opening | null }> {
    const [closing] = plan.sent
    if (closing === undefined) return { ...plan, opening: null }
    const opening = openingAfter(closing)
    const market = await this.#deps.session.queries.market(opening.draft, QUOTE_MS)
    const denials = market.ok ? listingDenials(opening.draft, market.value?.listing ?? null) : []
    const [problem] = denials.map((denial) => denial.message)
    if (market.ok && problem === undefined) {
      const price = market.value?.price ?? NO_QUOTE
      return { ...plan, opening: withShownPrice(opening, price) }
    }
    const note = problem ?? message('killSwitch.noPrice')
    return { sent: [], skipped: [...plan.skipped, { ...closing.row, note }], opening: null }
  }

  /** Returns the part of a position that the plan closes, or why it closes none of it. */
  #partOf(entry: ToClose, part: ClosePart): ToClose | FlattenRow {
    if (part === 'half') return halfOf(entry)
    if (part === 'all') return entry
    const { accountId } = entry.position
    const account = this.#deps.session.connection
      .view()
      .accounts.find((candidate) => candidate.accountId === accountId)
    const problem = reverseProblem(entry, account)
    return problem === null ? entry : skippedRow(entry.position, problem)
  }

  /**
   * Records the plan before it runs. A chain that cannot be written must not prevent closing a
   * position.
   */
  async #recordDecision({ plan: { plan, scope, rows }, opening }: ShownPlan): Promise<void> {
    const decision =
      opening === null
        ? message('killSwitch.planned', { orders: rows.length })
        : message('killSwitch.plannedReverse')
    await this.#deps.audit.append('decided', plan, inEnglish(decision), {
      decision: 'flatten',
      by: 'person',
      scope,
      orders: rows.map(({ line }) => inEnglish(line)),
    })
  }

  async #recordOutcome(plan: string, done: Flattened['rows']): Promise<void> {
    const accepted = done.filter(({ outcome }) => outcome === 'acknowledged').length
    await this.#deps.audit.append(
      'outcome',
      plan,
      inEnglish(message('killSwitch.closed', { accepted, orders: done.length })),
      {
        outcomes: done.map(
          ({ symbol, outcome, clientOrderId }) => `${symbol} ${outcome} ${clientOrderId ?? ''}`,
        ),
      },
    )
  }
}
