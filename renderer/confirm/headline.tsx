import { ArrowDownRight, ArrowUpRight, CircleX, PencilLine } from 'lucide-react'
import { ENVIRONMENT_WORDS } from '../../shared/domain/environment.js'
import type { Card } from '../../shared/ipc/instructions.js'
import { confirmText as text } from '../text/confirm-en.js'

/** A line in the pieces that are set apart; joined again they are the line, word for word. */
export interface LinePieces {
  /** "CANCEL" or "CHANGE" where it is about a standing order. */
  readonly act: string
  readonly before: string
  /** "BUY", "SELL" or "SELL SHORT", as the line has it. */
  readonly side: string
  readonly after: string
}

/** Finds in a line what is done and on which side. A line that names its side otherwise stays whole, behind the side's own word. */
export function piecesOf(card: Pick<Card, 'line' | 'side' | 'action'>): LinePieces {
  const act = /^(CANCEL|CHANGE)(?= )/.exec(card.action === 'place' ? '' : card.line)?.[0] ?? ''
  const rest = card.line.slice(act.length)
  const word = text.sides[card.side]
  const at = ` ${rest} `.indexOf(` ${word} `)
  return at < 0 ? { act, before: rest, side: '', after: '' } : { act, before: rest.slice(0, at), side: word, after: rest.slice(at + word.length) }
}

/** A line with what is done, and its side, as word, colour and icon (rule 19). What a cancel would have done is only outlined. */
export function Line({ card, small = false }: { readonly card: Pick<Card, 'line' | 'side' | 'action'>; readonly small?: boolean }) {
  const { act, before, side, after } = piecesOf(card)
  const size = small ? 12 : 16
  const Icon = card.side === 'buy' ? ArrowUpRight : ArrowDownRight
  const Act = act === 'CANCEL' ? CircleX : PencilLine
  const chip = (word: string) => <span className={`side ${card.side === 'buy' ? 'buy' : 'sell'} ${small ? 'small' : ''} ${card.action === 'cancel' ? 'outlined' : ''}`}><Icon size={size} aria-hidden />{word}</span>
  return (
    <>
      {act !== '' && <span className={`act ${small ? 'small' : ''}`}><Act size={size} aria-hidden />{act}</span>}
      {side === '' && <>{chip(text.sides[card.side])}{' '}</>}
      {before}{side !== '' && chip(side)}{after}
    </>
  )
}

/** Rule 19: the order in words. */
export function Headline({ card, id, level = 1 }: { readonly card: Card; readonly id?: string; readonly level?: 1 | 2 }) {
  const Heading = `h${level}` as const
  return <Heading id={id} className={`headline ${level === 2 ? 'lesser' : ''}`} data-testid="line"><Line card={card} /></Heading>
}

/** Rule 20: where it would trade, in words on its own colour, and for which account. */
export function Band({ card }: { readonly card: Card }) {
  return (
    <p className="band" data-environment={card.environment} data-testid="band">
      <span className="band-word">{ENVIRONMENT_WORDS[card.environment]}</span>
      <span className="band-note">{text.environment[card.environment]}</span>
      <span className="band-account tnum">{text.account(card.account.label, card.account.lastFour)}</span>
    </p>
  )
}
