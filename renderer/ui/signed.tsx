import type { Decimal } from '../../shared/domain/decimal.js'
import { ARROWS, directionOf } from '../format/decimal.js'

/** A number colored by its sign, with the sign and an arrow beside it. */
export function Signed({
  value,
  children,
}: {
  readonly value: Decimal | null | undefined
  readonly children: string
}) {
  const direction = directionOf(value)
  return (
    <span className={`tnum ${direction}`} data-arrow={ARROWS[direction]}>
      {children}
    </span>
  )
}
