import type { AlertLine } from '../../../../shared/domain/alerts/alert.schema.js'
import type { ConditionOf } from '../../../../shared/domain/alerts/alert-rules.js'
import { PLAN_PARTS, type DrawingPart } from '../../../../shared/domain/alerts/drawing-alert.js'
import { eq, type Decimal } from '../../../../shared/domain/decimal.js'
import {
  drawnLines,
  lineReach,
  type DrawnLines,
  type LineRules,
} from '../../../../shared/domain/alerts/alert-lines.js'
import type { Anchor, Drawing } from '../../../../shared/domain/drawings/drawing.schema.js'
import type { AlertRecord } from '../alert-record.js'
import {
  crossingOf,
  isInDirection,
  sideOf,
  type CrossingDirection,
} from '../../conditions/crossing.js'
import type { LevelSide } from '../../conditions/level-state.schema.js'
import type { LevelStep } from '../level-group.js'
import { symbolKey } from '../../../../shared/domain/instruments/instrument-key.js'

export type DrawingCondition = ConditionOf<'drawing'>

/** Returns the condition of an alert on a drawing. */
export function drawingCondition({ condition }: Pick<AlertRecord, 'condition'>): DrawingCondition {
  if (condition.kind === 'drawing') return condition
  throw new Error('this alert is not about a drawing')
}

/** True when two lists of points are the same place. */
export const isSamePlace = (a: readonly Anchor[], b: readonly Anchor[]): boolean =>
  a.length === b.length &&
  a.every(({ time, price }, index) => {
    const other = b[index]
    return other !== undefined && other.time === time && eq(other.price, price)
  })

/** A crossing that an alert is about, with the line that was crossed last. */
interface Met {
  readonly crossing: 'up' | 'down'
  readonly line: AlertLine
}

type Sides = readonly (LevelSide | null)[]

/** One alert with its drawing: on which sides of the lines the price is. */
export class LineMember {
  record: AlertRecord
  readonly #condition: DrawingCondition
  #drawing: Drawing | null = null
  #bar: number | null = null
  #lines: DrawnLines = []

  constructor(record: AlertRecord) {
    this.record = record
    this.#condition = drawingCondition(record)
  }

  get condition(): DrawingCondition {
    return this.#condition
  }

  get drawing(): Drawing | null {
    return this.#drawing
  }

  /** Follows the drawing; null for none. */
  set drawing(drawing: Drawing | null) {
    this.#drawing = drawing
    this.forget()
  }

  /** Calculates the lines again, because bars became known. */
  forget(): void {
    this.#bar = null
  }

  /** Returns the lines that the alert is about at a bar. */
  linesAt(bar: number, rules: LineRules): DrawnLines {
    if (this.#drawing === null) return []
    if (this.#bar === bar) return this.#lines
    this.#bar = bar
    const { part, ratio } = this.#condition
    const all = drawnLines(this.#drawing, bar, rules)
    this.#lines = all.filter((line, index) => {
      if (part === 'any') return true
      if (isPlanPart(part)) return line?.part === part
      // The lines of a kind have fixed places, also where one does not reach.
      if (part === 'level') return ratio !== null && line !== null && isRatio(line, ratio)
      return part === 'area' ? isEdge(all, index) : isPart(all, index, part)
    })
    return this.#lines
  }

  /** True when no line reaches a bar any more. */
  isOver(bar: number, rules: LineRules): boolean {
    if (this.#drawing === null) return false
    const [, last] = lineReach(this.#drawing, rules)
    return last !== null && bar > last
  }

  /**
   * Compares a price with the lines at a bar. Returns the alert with its new sides, and what was
   * crossed; null when nothing changed.
   */
  compare(price: Decimal, bar: number, rules: LineRules): LevelStep | null {
    if (this.#drawing === null) return null
    const lines = this.linesAt(bar, rules)
    const { anchors } = this.#drawing
    const after: Sides = lines.map((line) => (line === null ? null : sideOf(price, line.price)))
    const known = this.record.line
    const isMoved = known === undefined || !isSamePlace(known.anchors, anchors)
    const before: Sides = isMoved ? after.map(() => null) : known.sides
    if (!isMoved && isEqual(before, after)) return null
    const isFirst = this.record.armedValue === null
    this.record = {
      ...this.record,
      line: { anchors, sides: after },
      ...(isFirst ? { armedValue: price } : {}),
    }
    const met = this.#met(lines, before, after)
    return met === null ? { record: this.record, crossing: null } : { record: this.record, ...met }
  }

  #met(lines: DrawnLines, before: Sides, after: Sides): Met | null {
    return this.#condition.part === 'area'
      ? areaCrossing(this.#condition.when, lines, before, after)
      : lineCrossing(this.#condition.when, lines, before, after)
  }
}

const isPlanPart = (part: DrawingPart): boolean => PLAN_PARTS.some((known) => known === part)

const isRatio = (line: AlertLine, ratio: Decimal): boolean =>
  line.ratio !== null && eq(line.ratio, ratio)

/** `upper` is the first of the lines, `lower` the last one; the middle one is between. */
const isPart = (all: DrawnLines, index: number, part: DrawingCondition['part']): boolean => {
  if (part === 'upper') return index === 0
  if (part === 'lower') return index === all.length - 1
  return part === 'line' ? index === 0 : all.length === 3 && index === 1
}

const isEdge = (all: DrawnLines, index: number): boolean => index === 0 || index === all.length - 1

const isEqual = (a: Sides, b: Sides): boolean =>
  a.length === b.length && a.every((side, index) => side === b[index])

/** Returns whether a condition is about crossing a line; others are about areas and times. */
const isOfLine = (
  when: DrawingCondition['when'],
): when is Extract<DrawingCondition['when'], CrossingDirection> =>
  when === 'above' || when === 'below' || when === 'through'

/** Returns the crossing of the line that the price passed last, in the direction of the alert. */
function lineCrossing(
  when: DrawingCondition['when'],
  lines: DrawnLines,
  before: Sides,
  after: Sides,
): Met | null {
  let lastMet: Met | null = null
  for (const [index, line] of lines.entries()) {
    const [from, to] = [before[index] ?? null, after[index] ?? null]
    if (line === null || from === null || to === null) continue
    const crossing = crossingOf(from, to)
    if (crossing === null || !isOfLine(when) || !isInDirection(when, crossing)) continue
    if (lastMet === null || isBeyond(line, lastMet)) lastMet = { crossing, line }
  }
  return lastMet
}

/** True for a line that the price passed after the one that was found. */
const isBeyond = ({ price }: AlertLine, { crossing, line }: Met): boolean =>
  sideOf(price, line.price) === (crossing === 'up' ? 1 : -1)

/** Below, in or above an area; its edges belong to it. Null where it is not. */
function zoneOf([upper, lower]: Sides): LevelSide | null {
  if (upper == null || lower == null) return null
  if (upper === 1) return 1
  return lower === -1 ? -1 : 0
}

/** A price that passes an area in one step has entered and left it. */
function areaCrossing(
  when: DrawingCondition['when'],
  [upper, lower]: DrawnLines,
  before: Sides,
  after: Sides,
): Met | null {
  const [from, to] = [zoneOf(before), zoneOf(after)]
  if (from === null || to === null || from === to) return null
  if (upper == null || lower == null) return null
  const crossing = to > from ? 'up' : 'down'
  if (when === 'enters' && from !== 0) return { crossing, line: from === -1 ? lower : upper }
  if (when === 'leaves' && to !== 0) return { crossing, line: to === 1 ? upper : lower }
  return null
}

/** Returns the key of the instrument whose chart has the drawing: prices are for "yes". */
export const drawingKey = ({ assetClass, symbol }: DrawingCondition['instrument']) =>
  symbolKey(assetClass, symbol, assetClass === 'event' ? 'yes' : null)
