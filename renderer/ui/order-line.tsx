import { ownMessage } from '../format/own-message.js'
import { ArrowDownRight, ArrowRightLeft, ArrowUpRight, CircleX, PencilLine } from 'lucide-react'
import type { Side } from '../../shared/domain/side.js'
import { message } from '../../shared/messages/make-message.js'
import type { Message } from '../../shared/messages/message.js'
import { formatMessage } from '../format/message.js'

/** An order in words, in the current language, with its side and action. */
interface FormattedOrder {
  readonly line: string
  readonly side: Side
  readonly action: 'place' | 'replace' | 'cancel'
}

/** An order as main describes it, with its side and action. */
export type OrderSummary = Omit<FormattedOrder, 'line'> & { readonly line: Message }

/** A line split into the parts that are styled; joined again they are the line, word for word. */
export interface LinePieces {
  /** "CANCEL" or "CHANGE" for an existing order, in the current language. */
  readonly act: string
  readonly before: string
  /** "BUY", "SELL" or "SELL SHORT", as in the line; of a combination also "CLOSE" or "ROLL". */
  readonly side: string
  readonly after: string
}

const sideLabel = (side: Side): string => formatMessage(message('order.side', { side }))

const combinationLabels = (): readonly string[] =>
  (['close', 'roll'] as const).map((act) => formatMessage(message('order.combinationAct', { act })))

/**
 * Finds the action and the side in a line, or the verb that a combination has instead of a side. A
 * line without them stays whole, and `side` is empty.
 */
export function lineParts({ line, side, action }: FormattedOrder): LinePieces {
  const word = formatMessage(message('order.act', { action }))
  const act = word !== '' && line.startsWith(`${word} `) ? word : ''
  const textAfterAct = line.slice(act.length)
  for (const label of [sideLabel(side), ...combinationLabels()]) {
    const index = ` ${textAfterAct} `.indexOf(` ${label} `)
    if (index >= 0) {
      const after = textAfterAct.slice(index + label.length)
      return { act, before: textAfterAct.slice(0, index), side: label, after }
    }
  }
  return { act, before: textAfterAct, side: '', after: '' }
}

/**
 * An order line with its action and its side as word, color and icon (CONFIRM-19). For a cancel
 * the side is only outlined.
 */
export function OrderLine({
  order,
  small = false,
}: {
  readonly order: OrderSummary
  readonly small?: boolean
}) {
  const { act, before, side, after } = lineParts({ ...order, line: ownMessage(order.line) })
  const size = small ? 12 : 16
  const isCombinationAct = combinationLabels().includes(side)
  const Icon = isCombinationAct
    ? ArrowRightLeft
    : order.side === 'buy'
      ? ArrowUpRight
      : ArrowDownRight
  const Act = order.action === 'cancel' ? CircleX : PencilLine
  const chipClass = [
    'line-side',
    isCombinationAct ? 'neutral' : order.side === 'buy' ? 'buy' : 'sell',
    small ? 'small' : '',
    order.action === 'cancel' ? 'outlined' : '',
  ].join(' ')
  const chip = (word: string, isRead = true) => (
    <span className={chipClass} aria-hidden={!isRead}>
      <Icon size={size} aria-hidden />
      {word}
    </span>
  )
  return (
    <>
      {act !== '' && (
        <span className={`line-act ${small ? 'small' : ''}`}>
          <Act size={size} aria-hidden />
          {act}
        </span>
      )}
      {/* A count of orders has no side of its own to be read out. */}
      {side === '' && <>{chip(sideLabel(order.side), false)} </>}
      {before}
      {side !== '' && chip(side)}
      {after}
    </>
  )
}
