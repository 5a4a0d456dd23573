import type { Decimal } from '../../shared/domain/decimal.js'
import { ARROWS, directionOf, type Direction } from '../format/decimal.js'

/** What a sign means: a movement of the market, or a profit or loss of the person. */
export type Tone = 'market' | 'pnl'

const PNL_CLASSES: Record<Direction, string> = { up: 'gain', down: 'loss', flat: 'flat' }

/** Returns the class that colors a number of this direction. */
export const toneClass = (direction: Direction, tone: Tone): string =>
  tone === 'pnl' ? PNL_CLASSES[direction] : direction

/** A number colored by its sign, with the sign and an arrow beside it. */
export function Signed({
  value,
  tone = 'market',
  children,
}: {
  readonly value: Decimal | null | undefined
  readonly tone?: Tone
  readonly children: string
}) {
  const direction = directionOf(value)
  return (
    <span className={`tnum ${toneClass(direction, tone)}`} data-arrow={ARROWS[direction]}>
      {children}
    </span>
  )
}
