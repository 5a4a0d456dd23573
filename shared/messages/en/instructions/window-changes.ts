import type { Decimal } from '../../../domain/decimal.js'
import type { DrawingKind } from '../../../domain/drawings/drawing-kinds.js'
import type { Timespan } from '../../../domain/market/bar.js'
import type { Message } from '../../message.js'
import type { Writer } from '../../writer.js'
import { insideQuotes } from '../../../domain/text-safety.js'

const SPANS: Readonly<Partial<Record<Timespan, string>>> = {
  S5: '5 s',
  S15: '15 s',
  M1: '1 min',
  M5: '5 min',
  M15: '15 min',
  M30: '30 min',
  M60: '1 h',
  M120: '2 h',
  M240: '4 h',
  D: 'daily',
  W: 'weekly',
  M: 'monthly',
  Y: 'yearly',
}

/** Names an interval as the window stores it: "M5", or "M5x2" for two of them. */
function spanName(stored: string): string {
  const [base = '', count] = stored.split('x')
  const name = SPANS[base as Timespan] ?? stored
  return count === undefined ? name : `${count} × ${name}`
}

const DRAWINGS: Readonly<Record<DrawingKind, string>> = {
  'trend-line': 'a trend line',
  ray: 'a ray',
  horizontal: 'a level',
  vertical: 'a vertical line',
  channel: 'a channel',
  pitchfork: 'a pitchfork',
  'fib-retracement': 'Fibonacci levels',
  'fib-extension': 'a Fibonacci extension',
  rectangle: 'a rectangle',
  ellipse: 'an ellipse',
  path: 'a path',
  arrow: 'an arrow',
  text: 'a text',
  measure: 'a measured range',
  'long-position': 'a long position',
  'short-position': 'a short position',
}

export interface ShownSymbol {
  readonly assistant: string
  readonly symbol: string
  readonly timespan: string
  /** Null where the chart showed nothing. */
  readonly before: string | null
  readonly timespanBefore: string | null
}
export interface OrderByAssistant {
  readonly assistant: string
  readonly order: Message
}
export interface AlertByAssistant {
  readonly assistant: string
  readonly condition: Message
}
export interface DrawnByAssistant {
  readonly assistant: string
  readonly symbol: string
  readonly kind: DrawingKind
  readonly price: Decimal
  /** Empty for none. */
  readonly text: string
}

const quoted = (text: string): string => (text === '' ? '' : ` “${insideQuotes(text)}”`)

/** What assistants changed in the window, why a change is refused, and what the person decided. */
export const windowChanges = {
  symbolShown: ({ assistant, symbol, timespan, before, timespanBefore }: ShownSymbol) => {
    const isOther = timespanBefore !== null && timespanBefore !== timespan
    const was =
      before === null ? '' : ` (before: ${before}${isOther ? `, ${spanName(timespanBefore)}` : ''})`
    return `${assistant} showed ${symbol}${isOther ? `, ${spanName(timespan)},` : ''} on the chart${was}`
  },
  symbolOffered: ({ assistant, symbol }: Pick<ShownSymbol, 'assistant' | 'symbol'>) =>
    `${assistant} wants to show ${symbol} on the chart`,
  ticketFilled: ({ assistant, order }: OrderByAssistant, { message }: Writer) =>
    `${assistant} filled the ticket, and sent nothing: ${message(order)}`,
  ticketOffered: ({ assistant, order }: OrderByAssistant, { message }: Writer) =>
    `${assistant} prepared an order, and your ticket is unchanged: ${message(order)}`,
  alertSet: ({ assistant, condition }: AlertByAssistant, { message }: Writer) =>
    `${assistant} set an alert: ${message(condition)}`,
  alertRemoved: ({ assistant, condition }: AlertByAssistant, { message }: Writer) =>
    `${assistant} removed its alert: ${message(condition)}`,
  drawn: ({ assistant, symbol, kind, price, text }: DrawnByAssistant, { exactPrice }: Writer) =>
    `${assistant} drew ${DRAWINGS[kind]}${quoted(text)} on ${symbol}, from ${exactPrice(price)}`,
  drawingRemoved: ({ assistant, symbol, kind, text }: DrawnByAssistant, _writer: Writer) =>
    `${assistant} removed ${DRAWINGS[kind]}${quoted(text)} from ${symbol}`,

  /** The record of the audit log before a request reaches the window. */
  symbolRequested: ({ assistant, symbol }: Pick<ShownSymbol, 'assistant' | 'symbol'>) =>
    `${assistant} requested to show ${symbol} on the chart`,
  ticketRequested: ({ assistant, order }: OrderByAssistant, { message }: Writer) =>
    `${assistant} requested to fill the ticket: ${message(order)}`,
  undone: ({ change }: { readonly change: Message }, { message }: Writer) =>
    `The person has undone: ${message(change)}`,
  kept: ({ change }: { readonly change: Message }, { message }: Writer) =>
    `The person has kept: ${message(change)}`,
  dismissed: ({ change }: { readonly change: Message }, { message }: Writer) =>
    `The person has dismissed: ${message(change)}`,
  accepted: ({ change }: { readonly change: Message }, { message }: Writer) =>
    `The person has accepted: ${message(change)}`,
  sent: ({ assistant, order }: { readonly assistant: string; readonly order: string }) =>
    `The person sent an order by hand that ${assistant} had prepared: ${order}`,

  changesTooFast: ({ max }: { readonly max: number }) =>
    `At most ${max} changes of the window are accepted within a minute.`,
  windowTooFast: ({ max }: { readonly max: number }) =>
    `At most ${max} changes of the window by all assistants are accepted within a minute.`,
  showsTooFast: ({ seconds }: { readonly seconds: number }) =>
    `The chart changes at most once in ${seconds} s by an assistant.`,
  notShown: 'The window shows nothing of shadow practice, so it stays as it is.',
  noWindow: 'Nobody sees the window of Countersign now: it is hidden or busy. Nothing was changed.',
  locked: 'Countersign is locked. Nothing was changed.',
  cardOpen: 'The person decides on a card now, so the window stays as it is.',
  undecided: 'Too many changes of assistants wait for the person, who can keep or undo them.',
  tooManyAlerts: ({ max }: { readonly max: number }) =>
    `An assistant has at most ${max} active alerts.`,
  tooManyDrawings: (
    { max, symbol }: { readonly max: number; readonly symbol: string },
    _writer: Writer,
  ) => `An assistant has at most ${max} drawings on ${symbol}.`,
  notOwn: 'There is no such alert or drawing of this assistant.',
  changeUnknown: 'This change was undone or kept already.',
  notSaved: 'The change could not be saved on this computer.',
  unreadable: 'The changes of assistants could not be read from this computer.',
  damaged: 'The list of what assistants changed in the window was unreadable and was set aside.',
} as const
