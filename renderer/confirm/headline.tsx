import { ArrowDownRight, ArrowUpRight } from 'lucide-react'
import { ENVIRONMENT_WORDS } from '../../shared/domain/environment.js'
import type { Card } from '../../shared/ipc/instructions.js'
import { confirmText as text } from '../text/confirm-en.js'

/** The line without its side where it begins with it: that word stands in the chip. */
export function afterSide(card: Pick<Card, 'line' | 'side'>): string {
  const word = text.sides[card.side]
  return card.line.startsWith(`${word} `) ? card.line.slice(word.length + 1) : card.line
}

/** Rule 19: the order in words, its side as word, colour and icon. */
export function Headline({ card, id, level = 1 }: { readonly card: Card; readonly id?: string; readonly level?: 1 | 2 }) {
  const Icon = card.side === 'buy' ? ArrowUpRight : ArrowDownRight
  const Heading = `h${level}` as const
  return (
    <Heading id={id} className={`headline ${level === 2 ? 'lesser' : ''}`} data-testid="line">
      {card.action !== 'place' && <span className="action">{text.actions[card.action]}</span>}
      <span className={`side ${card.side === 'buy' ? 'buy' : 'sell'}`}><Icon size={16} aria-hidden />{text.sides[card.side]}</span>{' '}
      {afterSide(card)}
    </Heading>
  )
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
