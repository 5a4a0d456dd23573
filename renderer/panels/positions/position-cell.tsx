import { useLayoutEffect, useRef } from 'react'
import type { Position } from '../../../shared/domain/account/account.js'
import { cmp, type Decimal } from '../../../shared/domain/decimal.js'
import { ARROWS, directionOf, MISSING } from '../../format/decimal.js'
import { useMainWindow } from '../../stores/context.js'
import { livePosition, type LivePosition } from './live-position.js'

export interface PositionField {
  readonly read: (live: LivePosition) => Decimal | null
  readonly write: (value: Decimal) => string
  readonly signed?: boolean
  /** Flashes briefly when the value rises or falls. */
  readonly flash?: boolean
}

/**
 * A figure of a position that follows the quote, written directly into the document like every
 * ticking cell.
 */
export function PositionCell({
  position,
  field,
}: {
  readonly position: Position
  readonly field: PositionField
}) {
  const { rows } = useMainWindow().quotes
  const cell = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const element = cell.current
    if (element === null) return undefined
    let shown: Decimal | null = null
    let beat = false
    const paint = (): void => {
      const value = field.read(livePosition(position, rows.get(position.symbol)))
      if (field.signed === true) {
        const direction = directionOf(value)
        element.className = `tnum ${direction}`
        element.dataset['arrow'] = ARROWS[direction]
      }
      if (field.flash === true && shown !== null && value !== null && cmp(value, shown) !== 0) {
        beat = !beat
        element.dataset['flash'] = `${cmp(value, shown) > 0 ? 'up' : 'down'}-${beat ? 'a' : 'b'}`
      }
      shown = value
      const formatted = value === null ? MISSING : field.write(value)
      if (element.textContent !== formatted) element.textContent = formatted
    }
    paint()
    return rows.onRow(position.symbol, paint)
  }, [rows, position, field])
  return <span ref={cell} className={field.flash === true ? 'tnum tick' : 'tnum'} />
}
