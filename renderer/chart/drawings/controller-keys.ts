import type {
  Anchor,
  Drawing,
  DrawingEdit,
} from '../../../shared/domain/drawings/drawing.schema.js'
import { barAt, barCount } from '../bars/bar-model.js'
import type { DrawingController } from './drawing-controller.js'
import { settledAnchors, steppedAnchors, type Snapping } from './snap.js'

/** A pressed key, as the browser reports it. */
export interface PressedKey {
  readonly key: string
  readonly ctrl: boolean
  readonly shift: boolean
  readonly alt: boolean
}

export interface KeyDeps {
  readonly controller: DrawingController
  readonly snapping: () => Snapping | null
  readonly edit: (edit: DrawingEdit) => void
  readonly addAlert: (drawing: Drawing) => void
  readonly undo: () => void
  readonly redo: () => void
  /** Moves the view by a number of bars. */
  readonly pan: (bars: number) => void
}

interface Step {
  readonly bars: number
  readonly steps: number
}

/** How far a key moves: by bars and by steps of the price; ten times as far with Shift. */
const MOVES: Readonly<Record<string, Step>> = {
  ArrowLeft: { bars: -1, steps: 0 },
  ArrowRight: { bars: 1, steps: 0 },
  ArrowUp: { bars: 0, steps: 1 },
  ArrowDown: { bars: 0, steps: -1 },
  PageUp: { bars: 0, steps: 100 },
  PageDown: { bars: 0, steps: -100 },
}
const FAST = 10

/** The keys that put the cursor on a price of its bar. */
const BAR_PRICES = { o: 'open', h: 'high', l: 'low', c: 'close' } as const
const isBarPrice = (key: string): key is keyof typeof BAR_PRICES => key in BAR_PRICES

const stepOfKey = ({ key, shift }: PressedKey): Step | null => {
  const step = MOVES[key]
  if (step === undefined) return null
  return shift ? { bars: step.bars * FAST, steps: step.steps * FAST } : step
}

/** Handles a key of the chart; returns true when it was for a drawing. */
export function onDrawingKey(pressed: PressedKey, deps: KeyDeps): boolean {
  if (pressed.alt) return false
  if (pressed.ctrl) return onShortcut(pressed, deps)
  const { controller } = deps
  if (pressed.key === 'Escape') return controller.cancel()
  if (controller.state.tool !== null) return onCursorKey(pressed, deps)
  return controller.selected() !== null && onSelectionKey(pressed, deps)
}

function onShortcut({ key, shift }: PressedKey, { controller, undo, redo }: KeyDeps): boolean {
  switch (key.toLowerCase()) {
    case 'z':
      if (shift) redo()
      else undo()
      return true
    case 'y':
      redo()
      return true
    case 'd':
      return controller.duplicate()
    default:
      return false
  }
}

/** Returns where the cursor begins: at the last point, or at the close of the newest bar. */
function firstCursor({ controller }: KeyDeps, { scales }: Snapping): Anchor | null {
  const { placed, preview } = controller.state
  const bar = barAt(scales.model, barCount(scales.model) - 1)
  return placed.at(-1) ?? preview ?? (bar === null ? null : { time: bar.time, price: bar.close })
}

function onCursorKey(pressed: PressedKey, deps: KeyDeps): boolean {
  const { controller } = deps
  const snapping = deps.snapping()
  if (snapping === null) return false
  const { cursor } = controller.state
  if (pressed.key === 'Enter') {
    if (cursor === null) return controller.finish() || showCursor(deps, snapping)
    // The same place twice ends a path.
    if (controller.state.placed.at(-1) === cursor && controller.finish()) return true
    controller.placeAnchor(cursor)
    return true
  }
  if (pressed.key === 'Backspace' || pressed.key === 'Delete') return true
  const from = cursor ?? firstCursor(deps, snapping)
  if (from === null) return false
  if (isBarPrice(pressed.key)) {
    const bar = barAt(snapping.scales.model, snapping.axis.position(from.time))
    if (bar !== null) moveCursor({ ...from, price: bar[BAR_PRICES[pressed.key]] }, deps, snapping)
    return true
  }
  const step = stepOfKey(pressed)
  if (step === null) return false
  const [next = from] = steppedAnchors([from], step.bars, step.steps, snapping)
  moveCursor(next, deps, snapping)
  return true
}

function showCursor(deps: KeyDeps, snapping: Snapping): boolean {
  const cursor = firstCursor(deps, snapping)
  if (cursor !== null) deps.controller.patch({ cursor })
  return true
}

/** Moves the cursor, and the view with it where it would leave that. */
function moveCursor(cursor: Anchor, deps: KeyDeps, { scales, axis }: Snapping): void {
  deps.controller.patch({ cursor })
  const x = scales.x(axis.position(cursor.time))
  if (x < 0) deps.pan(Math.floor(scales.index(x) - scales.index(scales.width / 10)))
  else if (x > scales.width) {
    deps.pan(Math.ceil(scales.index(x) - scales.index(scales.width * 0.9)))
  }
}

function onSelectionKey(pressed: PressedKey, deps: KeyDeps): boolean {
  const { controller } = deps
  switch (pressed.key) {
    case 'Delete':
    case 'Backspace':
      controller.remove()
      return true
    case 'a':
    case 'A': {
      const selected = controller.selected()
      if (selected !== null) deps.addAlert(selected)
      return true
    }
    case 'F2':
      return controller.write(null)
    case 'Enter': {
      const count = controller.selected()?.anchors.length ?? 0
      const next = (controller.state.handle ?? -1) + 1
      controller.patch({ handle: next < count ? next : null })
      return true
    }
    default:
      return moveSelected(pressed, deps)
  }
}

/** Moves the selected drawing, or its chosen point. */
function moveSelected(pressed: PressedKey, { controller, snapping, edit }: KeyDeps): boolean {
  const step = stepOfKey(pressed)
  const drawing = controller.selected()
  const current = snapping()
  if (step === null || drawing === null || current === null) return false
  if (drawing.locked) return true
  const { handle } = controller.state
  const moved = steppedAnchors(drawing.anchors, step.bars, step.steps, current)
  const anchors = drawing.anchors.map((own, index) =>
    handle === null || handle === index ? (moved[index] ?? own) : own,
  )
  const settled = settledAnchors(drawing.kind, anchors, handle ?? 1, current.stepOf)
  edit({ kind: 'change', drawings: [{ ...drawing, anchors: settled }] })
  return true
}
