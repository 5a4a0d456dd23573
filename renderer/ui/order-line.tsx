import { ArrowDownRight, ArrowUpRight, CircleX, PencilLine } from 'lucide-react'
import type { Side } from '../../shared/domain/side.js'

/** An order in words, as main made them, with what they are about. */
export interface LineInWords {
  readonly line: string
  readonly side: Side
  readonly action: 'place' | 'replace' | 'cancel'
}

/** A line in the pieces that are set apart; joined again they are the line, word for word. */
export interface LinePieces {
  /** "CANCEL" or "CHANGE" where it is about a standing order. */
  readonly act: string
  readonly before: string
  /** "BUY", "SELL" or "SELL SHORT", as the line has it. */
  readonly side: string
  readonly after: string
}

const SIDE_WORDS: Record<Side, string> = { buy: 'BUY', sell: 'SELL', short: 'SELL SHORT' }

/**
 * Finds in a line what is done and on which side. A line that names its side otherwise stays whole,
 * behind the side's own word.
 */
export function piecesOf({ line, side, action }: LineInWords): LinePieces {
  const act = /^(CANCEL|CHANGE)(?= )/.exec(action === 'place' ? '' : line)?.[0] ?? ''
  const rest = line.slice(act.length)
  const word = SIDE_WORDS[side]
  const at = ` ${rest} `.indexOf(` ${word} `)
  return at < 0
    ? { act, before: rest, side: '', after: '' }
    : { act, before: rest.slice(0, at), side: word, after: rest.slice(at + word.length) }
}

/**
 * A line with what is done, and its side, as word, colour and icon (rule 19). What a cancel would
 * have done is only outlined.
 */
export function OrderLine({
  of,
  small = false,
}: {
  readonly of: LineInWords
  readonly small?: boolean
}) {
  const { act, before, side, after } = piecesOf(of)
  const size = small ? 12 : 16
  const Icon = of.side === 'buy' ? ArrowUpRight : ArrowDownRight
  const Act = act === 'CANCEL' ? CircleX : PencilLine
  const look = `line-side ${of.side === 'buy' ? 'buy' : 'sell'} ${small ? 'small' : ''} ${of.action === 'cancel' ? 'outlined' : ''}`
  const chip = (word: string) => (
    <span className={look}>
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
      {side === '' && <>{chip(SIDE_WORDS[of.side])} </>}
      {before}
      {side !== '' && chip(side)}
      {after}
    </>
  )
}
