import { positionPlan } from '../../../../shared/domain/drawings/position-plan.js'
import { corners } from '../geometry.js'
import { textsOnce, type KindShapes, type Shape } from '../shape.js'

const FILL = 0.16
/** Narrower plans have no texts. */
const MIN_WIDTH_PX = 48

type Label = Extract<Shape, { type: 'label' }>

const planTexts = textsOnce(({ drawing, format, figures }) => {
  const planned = positionPlan(drawing)
  return planned === null ? null : format.plan(planned, figures(planned, drawing.risk))
})

/**
 * A planned position: the area up to the target, the area down to the stop, and the figures of
 * both. The anchors are the entry at the left edge, and target and stop at the right one.
 */
export const plan: KindShapes = {
  isBounded: true,
  shapes([entry, target, stop], context) {
    if (entry === undefined || target === undefined || stop === undefined) return []
    const texts = planTexts(context)
    if (texts === null) return []
    const [left, right] = [Math.min(entry.x, target.x), Math.max(entry.x, target.x)]
    const area = (y: number, tone: 'up' | 'down'): Shape => ({
      type: 'area',
      points: corners({ left, right, top: Math.min(entry.y, y), bottom: Math.max(entry.y, y) }),
      opacity: FILL,
      tone,
      solid: true,
    })
    const edge = (y: number, tone: 'up' | 'down'): Shape => ({
      type: 'line',
      from: { x: left, y },
      to: { x: right, y },
      tone,
      width: 1,
    })
    const label = (y: number, lines: readonly string[], isAbove: boolean): Label => ({
      type: 'label',
      point: { x: (left + right) / 2, y: y + (isAbove ? -4 : 4) },
      lines,
      align: 'center',
      base: isAbove ? 'above' : 'below',
      boxed: true,
    })
    const isTargetAbove = target.y <= entry.y
    const labels: readonly Shape[] = [
      { ...label(target.y, [texts.target], isTargetAbove), tone: 'up' },
      { ...label(stop.y, [texts.stop], !isTargetAbove), tone: 'down' },
      { ...label(entry.y, texts.entry, isTargetAbove), base: 'middle' },
    ]
    return [
      area(target.y, 'up'),
      area(stop.y, 'down'),
      edge(target.y, 'up'),
      edge(stop.y, 'down'),
      { type: 'line', from: { x: left, y: entry.y }, to: { x: right, y: entry.y } },
      // In an interval in which the plan is a few bars wide, its texts would hide these.
      ...(right - left < MIN_WIDTH_PX ? [] : labels),
    ]
  },
}
