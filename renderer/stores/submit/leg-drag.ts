import * as z from 'zod/mini'
import type { Symbol } from '../../../shared/domain/ids.js'
import type { NewLeg } from './strategy.js'

/** The type of what is dragged: a leg for the strategy builder. */
const LEG_TYPE = 'application/x-countersign-leg'

/** Anything can be dropped on a window, so what arrives is checked like every other input. */
const zLeg = z.strictObject({
  symbol: z.string().check(z.minLength(1), z.maxLength(40)),
  underlying: z.string().check(z.minLength(1), z.maxLength(20)),
  side: z.enum(['buy', 'sell']),
})

/** Puts a leg into what is dragged. */
export function writeLeg(transfer: DataTransfer, leg: NewLeg): void {
  transfer.setData(LEG_TYPE, JSON.stringify(leg))
  transfer.effectAllowed = 'copy'
}

/** True while a leg is dragged; what it is can be read at the drop only. */
export const carriesLeg = (transfer: DataTransfer): boolean => transfer.types.includes(LEG_TYPE)

/** Returns the leg that was dropped; null for anything else. */
export function readLeg(transfer: DataTransfer): NewLeg | null {
  const text = transfer.getData(LEG_TYPE)
  if (text === '') return null
  const leg = zLeg.safeParse(JSON.parse(text))
  if (!leg.success) return null
  const { symbol, underlying, side } = leg.data
  return { symbol: symbol as Symbol, underlying: underlying as Symbol, side }
}

/** The handlers of an element on which a leg can be dropped. */
export const legDrop = (add: (leg: NewLeg) => void) => ({
  onDragOver(event: React.DragEvent) {
    if (!carriesLeg(event.dataTransfer)) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'copy'
  },
  onDrop(event: React.DragEvent) {
    const leg = readLeg(event.dataTransfer)
    if (leg === null) return
    event.preventDefault()
    add(leg)
  },
})
