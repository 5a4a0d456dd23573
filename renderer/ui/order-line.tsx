import { ArrowDownRight, ArrowUpRight, CircleX, PencilLine } from 'lucide-react'
import type { Side } from '../../shared/domain/side.js'

/** An order in words, as main formats them, with its side and action. */
export interface OrderSummary {
  readonly line: string
  readonly side: Side
  readonly action: 'place' | 'replace' | 'cancel'
}

/** A line split into the parts that are styled; joined again they are the line, word for word. */
export interface LinePieces {
  /** "CANCEL" or "CHANGE" for an existing order. */
  readonly act: string
  readonly before: string
  /** "BUY", "SELL" or "SELL SHORT", as in the line. */
  readonly side: string
  readonly after: string
}

const SIDE_LABELS: Record<Side, string> = { buy: 'BUY', sell: 'SELL', short: 'SELL SHORT' }

/**
 * Finds the action and the side in a line. A line without that side's word stays whole, and `side`
 * is empty.
 */
export function lineParts({ line, side, action }: OrderSummary): LinePieces {
  const act = /^(CANCEL|CHANGE)(?= )/.exec(action === 'place' ? '' : line)?.[0] ?? ''
  const rest = line.slice(act.length)
  const word = SIDE_LABELS[side]
  const index = ` ${rest} `.indexOf(` ${word} `)
  return index < 0
    ? { act, before: rest, side: '', after: '' }
    : { act, before: rest.slice(0, index), side: word, after: rest.slice(index + word.length) }
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
  const { act, before, side, after } = lineParts(order)
  const size = small ? 12 : 16
  const Icon = order.side === 'buy' ? ArrowUpRight : ArrowDownRight
  const Act = act === 'CANCEL' ? CircleX : PencilLine
  const chipClass = [
    'line-side',
    order.side === 'buy' ? 'buy' : 'sell',
    small ? 'small' : '',
    order.action === 'cancel' ? 'outlined' : '',
  ].join(' ')
  const chip = (word: string) => (
    <span className={chipClass}>
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
      {side === '' && <>{chip(SIDE_LABELS[order.side])} </>}
      {before}
      {side !== '' && chip(side)}
      {after}
    </>
  )
}
