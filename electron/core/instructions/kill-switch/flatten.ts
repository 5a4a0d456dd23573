import {
  abs,
  add,
  asQuantity,
  div,
  isNegative,
  isPositive,
  minOf,
  mul,
  neg,
  ZERO_QUANTITY,
  type Quantity,
} from '../../../../shared/domain/decimal.js'
import type { Position } from '../../../../shared/domain/account/account.js'
import { sessionAt } from '../../../../shared/domain/market/exchange-time.js'
import type { ClientOrderId } from '../../../../shared/domain/ids.js'
import type { Instruction } from '../../../../shared/domain/instructions/instruction.js'
import { isFinal } from '../../../../shared/domain/orders/order-state.js'
import type { Order, OrderDraft } from '../../../../shared/domain/orders/order.js'
import { err, ok, type Result } from '../../../../shared/domain/result.js'
import { epochMs, MINUTE_MS } from '../../../../shared/domain/time.js'
import type { TradeOutcome } from '../../../../shared/domain/orders/trade-outcome.js'
import { appError, type AppError } from '../../../../shared/domain/app/app-error.js'
import type {
  Flattened,
  FlattenPlan,
  FlattenRow,
} from '../../../../shared/domain/orders/flatten.js'
import type { HaltScope } from '../../../../shared/domain/orders/halt.js'
import type { AuditPort } from '../../audit/audit-port.js'
import { randomHex } from '../../hex.js'
import { closes, availableToClose, sameContract, singleLegPositions } from '../../orders/closing.js'
import type { ClockPort, RandomPort, TimerPort } from '../../ports.js'
import type { TradingSession } from '../../session/trading-session.js'
import { POLICY_SESSIONS } from '../policy/card-facts.js'
import { grouped, planClosing, skippedRow, type Closing, type ToClose } from './flatten-plan.js'
import type { KillSwitch } from './kill-switch.js'
import { placedBy } from './kill-targets.js'

const PLAN_BYTES = 16
/** How long a plan can be confirmed in ms, because its data becomes outdated. */
const PLAN_MS = MINUTE_MS
/** How long buying back a short option may take before its cover stays open, in ms. */
const FILL_MS = 20_000
const MAX_ROWS = 200
/**
 * How often an order is retried, and the minimum delay in ms, when the rate limit prevented reading
 * the position from the broker.
 */
const MAX_RETRIES = 10
const RETRY_MS = 1_000
const TEXT_CHARS = 500

export interface FlattenDeps {
  readonly session: Pick<TradingSession, 'close' | 'sessionView' | 'queries'> & {
    readonly streams: { readonly orders: TradingSession['streams']['orders'] }
  }
  readonly instructions: () => readonly Instruction[]
  readonly halt: Pick<KillSwitch, 'get'>
  readonly clock: ClockPort
  readonly timers: TimerPort
  readonly random: RandomPort
  readonly audit: Pick<AuditPort, 'append'>
}

/**
 * Closes positions in two steps: a plan that the person reads, then sending exactly that plan after
 * they confirmed it. Never part of a kill. Every order is checked against the broker's current
 * positions before it is sent, and can only reduce a position.
 */
export interface Flatten {
  plan(scope: HaltScope): Promise<Result<FlattenPlan, AppError>>
  /** Runs a plan once. A second call, an unknown id or an expired plan sends nothing. */
  run(plan: string): Promise<Result<Flattened, AppError>>
}

interface ShownPlan {
  readonly plan: FlattenPlan
  readonly sent: readonly Closing[]
}

const refused = (message: string): Result<never, AppError> =>
  err(appError('instruction/refused', message, { order: 'not-placed' }))

/**
 * Returns the net quantity that assistants' orders bought (+) or sold (-) of a position's contract,
 * among the known orders.
 */
function netOf(
  position: Position,
  orders: readonly Order[],
  placed: ReadonlySet<ClientOrderId>,
): Quantity {
  const signed = (side: string, quantity: Quantity): Quantity =>
    side === 'buy' ? quantity : neg(quantity)
  // An order concerns the position when it, or its opposite side, would close it.
  const isAbout = (order: Order): boolean =>
    [
      order.side === 'buy' ? ('buy' as const) : ('sell' as const),
      order.side === 'buy' ? ('sell' as const) : ('buy' as const),
    ].some((side) =>
      closes(position, {
        ...order,
        side,
        terms: {
          outcome:
            order.terms?.outcome === 'unknown' ? undefined : (order.terms?.outcome ?? undefined),
          legs: order.terms?.legs ?? [],
        },
      }),
    )
  const filledOf = (order: Order): readonly Quantity[] => {
    const legs = order.terms?.legs ?? []
    if (position.assetClass !== 'option' || legs.length < 2) {
      return isAbout(order) ? [signed(order.side, order.filledQuantity)] : []
    }
    // Each leg of a combination is a trade of its own.
    const { quantity } = order
    if (
      quantity === null ||
      order.accountId !== position.accountId ||
      order.symbol !== position.symbol
    ) {
      return []
    }
    return legs
      .filter((leg) => sameContract(leg, position.legs?.[0]))
      .map((leg) =>
        signed(
          leg.side,
          asQuantity(
            div(mul(leg.quantity, order.filledQuantity), quantity, 0, 'down') ?? ZERO_QUANTITY,
          ),
        ),
      )
  }
  return orders
    .filter((order) => placed.has(order.clientOrderId))
    .flatMap(filledOf)
    .reduce<Quantity>((net, quantity) => add(net, quantity), ZERO_QUANTITY)
}

const toOutcome = (
  answer: Result<TradeOutcome, AppError>,
): Pick<Flattened['rows'][number], 'outcome' | 'clientOrderId' | 'text'> => {
  if (!answer.ok) {
    return {
      outcome: answer.error.order === 'may-exist' ? 'unknown' : 'denied',
      clientOrderId: null,
      text: answer.error.message.slice(0, TEXT_CHARS),
    }
  }
  const { value } = answer
  const clientOrderId = 'order' in value ? (value.order?.clientOrderId ?? null) : null
  const text =
    value.outcome === 'denied'
      ? value.reasons.join('; ')
      : value.outcome === 'rejected'
        ? value.reason
        : value.outcome === 'unknown'
          ? 'It is not known yet whether it was placed; the desk is finding out'
          : 'The broker took it'
  return { outcome: value.outcome, clientOrderId, text: text.slice(0, TEXT_CHARS) }
}

/** The result of a plan's row. */
type RowOutcome = Pick<Flattened['rows'][number], 'outcome' | 'clientOrderId' | 'text'>

export function createFlatten({
  session,
  instructions,
  halt,
  clock,
  timers,
  random,
  audit,
}: FlattenDeps): Flatten {
  let shown: ShownPlan | null = null
  const { orders } = session.streams

  /**
   * Returns how much of a position this scope closes, or why it stays open; null where none of it
   * is in scope.
   */
  const wantedOf = (position: Position, scope: HaltScope): ToClose | FlattenRow | null => {
    const free = availableToClose(position, orders.all())
    const net =
      scope === 'all' ? position.quantity : netOf(position, orders.all(), placedBy(instructions()))
    const maxQuantity =
      isNegative(net) === isNegative(position.quantity)
        ? minOf(abs(net), abs(position.quantity))
        : ZERO_QUANTITY
    if (!isPositive(maxQuantity)) return null
    return isPositive(free)
      ? { position, quantity: minOf(maxQuantity, free) }
      : skippedRow(position, 'Working orders close it already: cancel them first')
  }

  /**
   * Waits until an order is fully filled. False when it ended otherwise or is still working after
   * the timeout.
   */
  const waitForFill = (id: ClientOrderId | null): Promise<boolean> =>
    new Promise((resolve) => {
      const fillState = (): boolean | null => {
        const order = orders.all().find(({ clientOrderId }) => clientOrderId === id)
        return order?.status === 'filled'
          ? true
          : order !== undefined && isFinal(order.status)
            ? false
            : null
      }
      const end = (): void => {
        stopTimer()
        stopRows()
        resolve(fillState() === true)
      }
      const stopTimer = timers.after(id === null ? 0 : FILL_MS, end)
      const stopRows = orders.subscribe(() => {
        if (fillState() !== null) end()
      })
      if (fillState() !== null) end()
    })

  /**
   * Sends a closing order. The broker's positions are read before each order; when the rate limit
   * prevents that, nothing was sent and it is retried.
   */
  const send = async (
    ticket: string,
    draft: OrderDraft,
  ): Promise<Result<TradeOutcome, AppError>> => {
    for (let attempt = 0; ; attempt += 1) {
      const answer = await session.close(ticket, draft)
      if (
        answer.ok ||
        answer.error.class !== 'rate' ||
        answer.error.order === 'may-exist' ||
        attempt === MAX_RETRIES
      ) {
        return answer
      }
      const { retry } = answer.error
      await new Promise<void>((resolve) => {
        timers.after(
          typeof retry === 'object' ? Math.max(retry.afterMs, RETRY_MS) : RETRY_MS,
          resolve,
        )
      })
    }
  }
  /** True when the broker or Countersign refused the order. A missing response is no refusal. */
  const isTurnedDown = (answer: Result<TradeOutcome, AppError>): boolean =>
    answer.ok && (answer.value.outcome === 'rejected' || answer.value.outcome === 'denied')

  /**
   * Sends two legs as one order. If that is refused, sends the short leg and, once it is bought
   * back, the long leg.
   */
  const sendClosing = async (
    ticket: string,
    { draft, separately }: Closing,
  ): Promise<RowOutcome> => {
    const combined = await send(ticket, draft)
    if (separately === null || !isTurnedDown(combined)) return toOutcome(combined)
    const short = toOutcome(await send(`${ticket}-short`, separately.short))
    if (short.outcome !== 'acknowledged') {
      return {
        ...short,
        text: `Not taken as one order. The short leg: ${short.text}`.slice(0, TEXT_CHARS),
      }
    }
    if (!(await waitForFill(short.clientOrderId))) {
      return {
        ...short,
        text: 'Not taken as one order. The short leg is being bought back; the long one stays until it is',
      }
    }
    const long = toOutcome(await send(`${ticket}-long`, separately.long))
    return {
      ...long,
      text: `Not taken as one order. The short leg was bought back; the long one: ${long.text}`.slice(
        0,
        TEXT_CHARS,
      ),
    }
  }

  /**
   * Runs the orders of one underlying in one account. Those that may cover a short option are sent
   * after all short options are closed.
   */
  const runGroup = async (
    plan: string,
    members: readonly { readonly closing: Closing; readonly index: number }[],
  ): Promise<ReadonlyMap<number, RowOutcome>> => {
    const done = new Map<number, RowOutcome>()
    const membersOf = (phase: Closing['phase']) =>
      members.filter(({ closing }) => closing.phase === phase)
    const sendAll = (selected: ReturnType<typeof membersOf>): Promise<unknown> =>
      Promise.all(
        selected.map(async ({ closing, index }) =>
          done.set(index, await sendClosing(`f-${plan}-${index}`, closing)),
        ),
      )
    const last = membersOf('last')
    await sendAll(membersOf('first'))
    const options = membersOf('first').filter(
      ({ closing }) => closing.draft.assetClass === 'option',
    )
    const areShortsClosed =
      last.length === 0 ||
      (
        await Promise.all(
          options.map(({ index }) => waitForFill(done.get(index)?.clientOrderId ?? null)),
        )
      ).every((isFilled) => isFilled)
    if (areShortsClosed) await sendAll(last)
    else {
      for (const { index } of last) {
        done.set(index, {
          outcome: 'denied',
          clientOrderId: null,
          text: 'Not sent: a short option is still open, which this may cover. Look again when it is closed',
        })
      }
    }
    return done
  }

  return {
    async plan(scope) {
      shown = null
      if (halt.get()?.phase === 'clearing') {
        return refused('Orders are being cancelled still. Close positions when that is over.')
      }
      const positions: Position[] = []
      for (const { accountId } of session.sessionView().accounts) {
        const found = await session.queries.positions(accountId)
        if (!found.ok) return found
        positions.push(...found.value)
      }
      const singles: Position[] = []
      const unclear: FlattenRow[] = []
      for (const position of positions) {
        const legs = singleLegPositions(position)
        if (legs !== null) singles.push(...legs)
        // It may or may not be an assistant's, so only the scope `all` lists it as skipped.
        else if (scope === 'all') {
          unclear.push(
            skippedRow(
              position,
              'The broker does not say which contracts this combination is of: close it in the ticket',
            ),
          )
        }
      }
      const wanted = singles
        .map((position) => wantedOf(position, scope))
        .filter((entry) => entry !== null)
      const market = {
        queries: session.queries,
        session: POLICY_SESSIONS[sessionAt(session.queries.exchangeNow())],
      }
      const made = await planClosing(
        wanted.filter((entry) => 'position' in entry),
        singles,
        market,
      )
      const sent = made.sent.slice(0, MAX_ROWS)
      const plan: FlattenPlan = {
        plan: randomHex(random, PLAN_BYTES),
        scope,
        until: epochMs(clock.now() + PLAN_MS),
        rows: sent.map(({ row }) => row),
        skipped: [
          ...unclear,
          ...wanted.flatMap((entry) => ('position' in entry ? [] : [entry])),
          ...made.skipped,
        ].slice(0, MAX_ROWS),
      }
      shown = { plan, sent }
      return ok(plan)
    },
    async run(name) {
      const current = shown
      if (current === null || current.plan.plan !== name) {
        return refused('This plan is not the one that was shown, or it was sent already.')
      }
      shown = null
      if (clock.now() >= current.plan.until) {
        return refused('What was shown is too old. Look at it again.')
      }
      const { plan, scope, rows } = current.plan
      // Record the plan before it runs. A chain that cannot be written must not prevent closing a
      // position.
      await audit.append('decided', plan, `Close ${rows.length} positions`, {
        decision: 'flatten',
        by: 'person',
        scope,
        orders: rows.map(({ line }) => line),
      })
      const groups = grouped(
        current.sent.map((closing, index) => ({ closing, index })),
        ({ closing }) => closing.group,
      )
      const answers = new Map(
        (await Promise.all([...groups.values()].map((members) => runGroup(plan, members)))).flatMap(
          (results) => [...results],
        ),
      )
      const done = rows.map((row, index) => ({
        ...row,
        ...(answers.get(index) ?? toOutcome(refused('It was not sent'))),
      }))
      await audit.append(
        'outcome',
        plan,
        `${done.filter(({ outcome }) => outcome === 'acknowledged').length} of ${rows.length} closing orders taken by the broker`,
        {
          outcomes: done.map(
            ({ symbol, outcome, clientOrderId }) => `${symbol} ${outcome} ${clientOrderId ?? ''}`,
          ),
        },
      )
      return ok({ rows: done })
    },
  }
}
