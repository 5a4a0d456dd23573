import { z } from 'zod'
import { PRICE_CROSSINGS } from '../../../shared/domain/alerts/alert.js'
import {
  asPrice,
  asQuantity,
  dec,
  decimalText,
  div,
  isNegative,
  isPositive,
  isZero,
  type Decimal,
} from '../../../shared/domain/decimal.js'
import { WATCHABLE, type InstrumentAlertKind } from '../../../shared/domain/alerts/watchable.js'
import { DRAWING_COLORS } from '../../../shared/domain/drawings/drawing.js'
import { DRAWING_RULES } from '../../../shared/domain/drawings/drawing-kinds.js'
import { accountId, symbol } from '../../../shared/domain/ids.js'
import { EVENT_OUTCOMES } from '../../../shared/domain/instruments/event-contract.js'
import { ASSET_CLASSES } from '../../../shared/domain/instruments/instrument.js'
import type { AsyncResult } from '../../../shared/domain/instructions/refusal.js'
import type { TicketFill } from '../../../shared/domain/instructions/window-change.js'
import {
  ASSISTANT_DRAWINGS,
  type OfferReason,
  type RequestedCondition,
  type WindowRequest,
} from '../../../shared/domain/instructions/window-request.js'
import { ok } from '../../../shared/domain/result.js'
import { epochMs } from '../../../shared/domain/time.js'
import { W_ORDER_TYPES, W_TIMES_IN_FORCE, W_TIMESPANS } from '../../../shared/wire/enums.js'
import {
  zAmount,
  zDay,
  zEntrust,
  zLimitPrice,
  zNumber,
  zQuantity,
  zSession,
  zSide,
  zStopPrice,
  zSymbol,
  zTrailing,
  zTrailStep,
} from '../format/input-fields.js'
import { invalid, toDraft, type Drafted } from '../format/order-drafts.js'
import { tool, type Call, type Tool } from '../tool.js'

const SEEN = 'The person sees this with your name in the window, and may keep or undo it.'

/** Why an offer waits for the person, as the assistant should tell them. */
const OFFERED: Readonly<Record<OfferReason, string>> = {
  draft:
    'The ticket holds an order that the person typed, and it follows the chart, so nothing was changed. They are offered yours in the window; tell them.',
  typing: 'The person is typing, so nothing was changed. They are offered it in the window.',
  hidden: 'Nobody sees the window now. The person is offered it when they come back.',
  locked: 'Countersign is locked. The person is offered it when they unlock it.',
  card: 'The person decides on a card now. They are offered it in the window afterwards.',
}

const HUNDRED = dec('100')
const RATIO_PLACES = 6

const zState = z.enum(['done', 'offered', 'unchanged'])
const zShown = z.object({
  state: zState,
  symbol: z.string(),
  before: z.string().nullable(),
  timespan_before: z.string().nullable(),
  note: z.string(),
})
const zDone = z.object({ state: zState, note: z.string() })
const zMade = z.object({ id: z.string(), note: z.string() })
const zColor = z.enum(DRAWING_COLORS).default('amber')
const zPrice = zNumber.describe('A price of the instrument.')
const zText = z.string().max(200).default('').describe('Shown beside it in one plain line.')

const positive = (text: string, name: string): Drafted<Decimal> => {
  const value = dec(text)
  return isPositive(value)
    ? ok(value)
    : invalid('It has to be above zero.', name, text, 'not-positive')
}

/** Makes a request that leaves an alert or a drawing, and returns its id. */
async function make(call: Call, request: WindowRequest): AsyncResult<z.output<typeof zMade>> {
  const answer = await call.port.changeWindow(call.connection, request)
  if (!answer.ok) return answer
  return ok({ id: answer.value.kind === 'made' ? answer.value.id : '', note: SEEN })
}

const getWindowItems = tool({
  name: 'get_window_items',
  toolset: 'window',
  title: 'What you have in the window',
  effect: 'read',
  repeatsRequests: true,
  description:
    'Your own alerts and drawings, and your changes of the window that the person has neither kept nor undone.',
  input: z.strictObject({}),
  output: z.object({
    alerts: z.array(z.object({ id: z.string(), condition: z.string(), state: z.string() })),
    drawings: z.array(
      z.object({
        id: z.string(),
        symbol: z.string(),
        kind: z.string(),
        text: z.string(),
        price: z.string(),
      }),
    ),
    undecided: z.array(z.string()),
  }),
  async run(_input, { port, connection }) {
    const found = await port.windowItems(connection)
    if (!found.ok) return found
    const { alerts, drawings, undecided } = found.value
    return ok({
      alerts: alerts.map((alert) => ({ ...alert })),
      drawings: drawings.map(({ id, place: { symbol: name, kind, text, price } }) => ({
        id,
        symbol: name,
        kind,
        text,
        price: decimalText(price),
      })),
      undecided: [...undecided],
    })
  },
})

const showSymbol = tool({
  name: 'show_symbol',
  toolset: 'window',
  title: 'Show a symbol',
  effect: 'window',
  description:
    'Shows a symbol of any product on the chart of the person’s window and in the panels that follow it. Answers what was shown before. Requests no order.',
  input: z.strictObject({
    symbol: zSymbol,
    timespan: z.enum(W_TIMESPANS).optional().describe('Length of a bar; absent: as it is.'),
  }),
  output: zShown,
  async run(
    { symbol: name, timespan = null },
    { port, connection },
  ): AsyncResult<z.output<typeof zShown>> {
    const request = { kind: 'show', symbol: symbol(name), timespan } as const
    const answer = await port.changeWindow(connection, request)
    if (!answer.ok) return answer
    const result = answer.value
    if (result.kind !== 'shown') {
      const note = result.kind === 'offered' ? OFFERED[result.why] : SEEN
      return ok({ state: 'offered', symbol: name, before: null, timespan_before: null, note })
    }
    const { before, after } = result
    const isSame = before.symbol === after.symbol && before.timespan === after.timespan
    return ok({
      state: isSame ? 'unchanged' : 'done',
      symbol: after.symbol ?? name,
      before: before.symbol,
      timespan_before: before.timespan,
      note: isSame ? 'It was shown already.' : SEEN,
    })
  },
})

const FILL = z.strictObject({
  symbol: zSymbol.describe('Of any product: AAPL, an option by its OCC symbol, ESZ6, BTCUSD.'),
  side: zSide,
  order_type: z.enum(W_ORDER_TYPES).exclude(['MARKET_ON_OPEN', 'MARKET_ON_CLOSE', 'LIMIT_ON_OPEN']),
  time_in_force: z.enum(W_TIMES_IN_FORCE).default('DAY'),
  quantity: zQuantity.optional(),
  limit_price: zLimitPrice.optional(),
  stop_price: zStopPrice.optional(),
  entrust_type: zEntrust,
  total_cash_amount: zAmount.optional(),
  trading_session: zSession,
  trailing_type: zTrailing.optional(),
  trailing_stop_step: zTrailStep.optional(),
  expire_date: zDay('For GTD.').optional(),
  event_outcome: z.enum(EVENT_OUTCOMES).optional().describe('For event markets.'),
})

/** Converts the arguments to what the ticket is filled with; the person chooses the account. */
function toFill(input: z.output<typeof FILL>): Drafted<Omit<TicketFill, 'assetClass'>> {
  const { event_outcome: outcome = null, ...order } = input
  const draft = toDraft('stock', { ...order, account_id: accountId('ticket') })
  if (!draft.ok) return draft
  const { side, type, timeInForce, session, size, limitPrice, stopPrice, trail, expireDate } =
    draft.value
  const terms = { side, type, timeInForce, session, size, limitPrice, stopPrice, trail, expireDate }
  return ok({ ...terms, symbol: symbol(input.symbol), outcome })
}

const fillTicket = tool({
  name: 'fill_ticket',
  toolset: 'window',
  title: 'Fill the order ticket',
  effect: 'window',
  description:
    'Fills the order ticket in the person’s window and sends nothing: only the person can send it, as their own order. Never replaces what they typed; then it is offered to them.',
  input: FILL,
  output: zDone,
  async run(input, { port, connection }): AsyncResult<z.output<typeof zDone>> {
    const fill = toFill(input)
    if (!fill.ok) return fill
    const answer = await port.changeWindow(connection, { kind: 'fill', fill: fill.value })
    if (!answer.ok) return answer
    const result = answer.value
    return result.kind === 'offered'
      ? ok({ state: 'offered', note: `Nothing was sent. ${OFFERED[result.why]}` })
      : ok({ state: 'done', note: `The ticket is filled; nothing was sent. ${SEEN}` })
  },
})

/** Names the products that have no such figure. */
const notOf = (kind: InstrumentAlertKind): string =>
  ASSET_CLASSES.filter((assetClass) => !WATCHABLE[assetClass].kinds.includes(kind)).join(', ')

const ALERT = z.strictObject({
  symbol: zSymbol,
  kind: z
    .enum(['price', 'day_change', 'volume'])
    .describe(
      `The last price, the change since the previous close (not of: ${notOf('change')}), the volume of the day (not of: ${notOf('volume')}).`,
    ),
  when: z
    .enum(PRICE_CROSSINGS)
    .default('through')
    .describe('For a price: reaches it from below (above), from above (below), or either way.'),
  value: z
    .string()
    .regex(/^-?\d{1,15}(\.\d{1,10})?$/, 'has to be a plain decimal number in quotes, like "187.50"')
    .describe('As text: the price, the change in percent ("-2.5": falls by 2.5 %), the volume.'),
  note: z.string().max(160).default('').describe('Why, in one plain line.'),
})

/** Converts the arguments to what the alert waits for. */
function toCondition(input: z.output<typeof ALERT>): Drafted<RequestedCondition> {
  if (input.kind === 'day_change') {
    const ratio = div(dec(input.value), HUNDRED, RATIO_PLACES, 'half-up')
    return ratio === null || isZero(ratio)
      ? invalid('It has to be different from zero.', 'value', input.value, 'zero')
      : ok({ kind: 'change', when: isNegative(ratio) ? 'below' : 'above', ratio })
  }
  const value = positive(input.value, 'value')
  if (!value.ok) return value
  if (input.kind === 'price') {
    return ok({ kind: 'price', when: input.when, price: asPrice(value.value) })
  }
  return ok({ kind: 'volume', quantity: asQuantity(value.value) })
}

const createAlert = tool({
  name: 'create_alert',
  toolset: 'window',
  title: 'Set an alert',
  effect: 'window',
  description:
    'Sets an alert in the person’s list, with your name: it notifies the person once, when the value is reached, and requests no order.',
  input: ALERT,
  output: zMade,
  async run(input, call) {
    const condition = toCondition(input)
    if (!condition.ok) return condition
    const { symbol: name, note } = input
    return make(call, {
      kind: 'alert',
      symbol: symbol(name),
      condition: condition.value,
      note,
    })
  },
})

const markLevel = tool({
  name: 'mark_level',
  toolset: 'window',
  title: 'Mark a price level',
  effect: 'window',
  description:
    'Draws a horizontal line at a price on the charts of a symbol, with your name. Requests no order.',
  input: z.strictObject({ symbol: zSymbol, price: zPrice, label: zText, color: zColor }),
  output: zMade,
  async run({ symbol: name, price, label, color }, call) {
    const level = positive(price, 'price')
    return level.ok
      ? make(call, {
          kind: 'mark',
          symbol: symbol(name),
          price: asPrice(level.value),
          text: label,
          color,
        })
      : level
  },
})

const zPoint = z.strictObject({
  time: z.iso
    .datetime({ offset: true })
    .describe('ISO 8601 with an offset, like the times of bars: 2026-11-25T15:30:00Z.'),
  price: zPrice,
})
const MAX_POINTS = 2

const draw = tool({
  name: 'draw_on_chart',
  toolset: 'window',
  title: 'Draw on the chart',
  effect: 'window',
  description:
    'Draws a trend line, a rectangle or Fibonacci levels between two points, or a text at one, on the charts of a symbol, with your name. Requests no order.',
  input: z.strictObject({
    symbol: zSymbol,
    kind: z.enum(ASSISTANT_DRAWINGS),
    points: z.array(zPoint).min(1).max(MAX_POINTS).describe('Two points; one for a text.'),
    label: zText,
    color: zColor,
  }),
  output: zMade,
  async run({ symbol: name, kind, points, label, color }, call) {
    const { anchors, needsText } = DRAWING_RULES[kind]
    if (points.length !== anchors.min) {
      const message = `${kind} has ${anchors.min} ${anchors.min === 1 ? 'point' : 'points'}.`
      return invalid(message, 'points', `${points.length} points`, 'wrong-count')
    }
    if (needsText && label.trim() === '') {
      return invalid('A text needs a label.', 'label', label, 'missing')
    }
    const placed = points.map(({ time, price }) => ({
      time: epochMs(Date.parse(time)),
      price: asPrice(dec(price)),
    }))
    if (placed.some(({ price }) => !isPositive(price))) {
      return invalid('A price is above zero.', 'points', null, 'not-positive')
    }
    return make(call, {
      kind: 'draw',
      symbol: symbol(name),
      shape: kind,
      anchors: placed,
      text: label,
      color,
    })
  },
})

/** Makes a tool that removes what the assistant itself made. */
const removal = (item: 'alert' | 'drawing', title: string, description: string): Tool =>
  tool({
    name: `remove_${item}`,
    toolset: 'window',
    title,
    effect: 'window',
    description,
    input: z.strictObject({
      id: z
        .string()
        .regex(/^[0-9a-f]{16}$/, '16 hexadecimal digits')
        .describe('From get_window_items, or from the answer that made it.'),
    }),
    output: zDone,
    async run({ id }, { port, connection }): AsyncResult<z.output<typeof zDone>> {
      const removed = await port.changeWindow(connection, { kind: 'remove', item, id })
      return removed.ok ? ok({ state: 'done', note: SEEN }) : removed
    },
  })

export const WINDOW_TOOLS: readonly Tool[] = [
  getWindowItems,
  showSymbol,
  fillTicket,
  createAlert,
  removal('alert', 'Remove your alert', 'Removes an alert that you set yourself.'),
  markLevel,
  draw,
  removal('drawing', 'Remove your drawing', 'Removes a level or a drawing that you made yourself.'),
]
