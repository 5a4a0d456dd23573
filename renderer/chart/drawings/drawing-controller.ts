import type { Disposer } from '../../../shared/domain/brand.js'
import { MAX_ANCHORS, type DrawingId } from '../../../shared/domain/drawings/drawing.js'
import { PERSON } from '../../../shared/domain/drawings/drawings-view.js'
import {
  type Anchor,
  type Drawing,
  type DrawingEdit,
  type DrawingStyle,
} from '../../../shared/domain/drawings/drawing.schema.js'
import {
  DRAWING_RULES,
  isPositionPlan,
  type DrawingKind,
} from '../../../shared/domain/drawings/drawing-kinds.js'
import { type Money, eq } from '../../../shared/domain/decimal.js'
import { createEmitter } from '../../../shared/domain/emitter.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import { IDLE, type ControllerState, type Modifiers } from './controller-state.js'
import type { Point } from './chart-scales.js'
import type { Hit, LayerContent } from './drawing-layer.js'
import { constrained, distance } from './geometry.js'
import {
  anchorAt,
  movedAnchors,
  plannedAnchors,
  pointOf,
  settledAnchors,
  type Snapping,
} from './snap.js'

export interface ControllerDeps {
  /** Returns what places are converted with; null before bars are drawn. */
  readonly snapping: () => Snapping | null
  readonly hit: (point: Point) => Hit | null
  readonly drawings: () => readonly Drawing[]
  readonly edit: (edit: DrawingEdit) => void
  readonly newId: () => DrawingId
  readonly now: () => EpochMs
  readonly magnet: () => boolean
  /** Returns the style of new drawings of a kind. */
  readonly style: (kind: DrawingKind) => DrawingStyle
  /** Returns the amount at risk of a new plan; null where the person has set none. */
  readonly risk: () => Money | null
}

/** A press that has not ended. */
type Drag =
  | { readonly kind: 'place'; readonly start: Point }
  | { readonly kind: 'move'; readonly start: Point; readonly drawing: Drawing }
  | {
      readonly kind: 'handle'
      readonly start: Point
      readonly drawing: Drawing
      readonly time: number
      readonly price: number
    }

/** A press that moves less than this is a click, in px. */
const CLICK_PX = 4

/**
 * Draws, selects and moves drawings of one chart, by pointer or keys. It changes nothing itself: an
 * edit is reported when a gesture is complete, so that a gesture that is canceled leaves no trace.
 */
export class DrawingController {
  readonly #deps: ControllerDeps
  readonly #changed = createEmitter<void>()
  #state = IDLE
  #drag: Drag | null = null

  constructor(deps: ControllerDeps) {
    this.#deps = deps
  }

  get state(): ControllerState {
    return this.#state
  }

  subscribe(listener: () => void): Disposer {
    return this.#changed.add(listener)
  }

  /** Returns what the layer shows now. */
  content(drawings: readonly Drawing[]): LayerContent {
    const { selected, hovered, handle, cursor, moving, writing } = this.#state
    return {
      drawings,
      draft: moving ?? writing?.drawing ?? this.#draft(),
      selected,
      hovered,
      handle,
      cursor,
    }
  }

  selected(): Drawing | null {
    const { selected } = this.#state
    return this.#deps.drawings().find(({ id }) => id === selected) ?? null
  }

  /** Chooses a tool, or the pointer. */
  choose(tool: DrawingKind | null): void {
    this.#drag = null
    this.#set({ ...IDLE, tool })
  }

  select(selected: DrawingId | null): void {
    this.#drag = null
    this.#set({ ...IDLE, selected })
  }

  /** Changes parts of the state that keys control. */
  patch(change: Partial<Pick<ControllerState, 'cursor' | 'handle' | 'preview'>>): void {
    this.#set(change)
  }

  /** Handles a press; returns true when it was for a drawing and not for the chart. */
  press(point: Point, modifiers: Modifiers): boolean {
    if (this.#state.tool !== null) {
      this.#set({ cursor: null })
      const anchor = this.#anchor(point, modifiers)
      if (anchor !== null) this.placeAnchor(anchor)
      if (this.#state.tool !== null) this.#drag = { kind: 'place', start: point }
      return true
    }
    const hit = this.#deps.hit(point)
    if (hit === null) {
      if (this.#state.selected !== null) this.select(null)
      return false
    }
    const { drawing, handle } = hit
    if (this.#state.selected !== drawing.id) this.select(drawing.id)
    if (drawing.locked) this.#drag = null
    else if (handle === null) this.#drag = { kind: 'move', start: point, drawing }
    else {
      this.#drag = {
        kind: 'handle',
        start: point,
        drawing,
        time: handle.time,
        price: handle.price,
      }
    }
    return true
  }

  /** Handles a move; returns true while it is for a drawing and not for the chart. */
  move(point: Point, modifiers: Modifiers): boolean {
    const drag = this.#drag
    if (this.#state.tool !== null) {
      this.#set({ preview: this.#anchor(point, modifiers) })
      return true
    }
    if (drag === null || drag.kind === 'place') {
      const hovered = this.#deps.hit(point)?.drawing.id ?? null
      if (hovered !== this.#state.hovered) this.#set({ hovered })
      return hovered !== null
    }
    const isClick = this.#state.moving === null && distance(point, drag.start) < CLICK_PX
    if (!isClick) this.#set({ moving: this.#moved(drag, point, modifiers) })
    return true
  }

  /** Ends a press: stores what was moved, or places the second point of a drawn-out line. */
  release(point: Point, modifiers: Modifiers): void {
    const drag = this.#drag
    this.#drag = null
    if (drag === null) return
    if (drag.kind === 'place') {
      const isDrawnOut = distance(point, drag.start) >= CLICK_PX * 2
      const anchor = isDrawnOut ? this.#anchor(point, modifiers) : null
      if (anchor !== null && this.#state.placed.length > 0) this.placeAnchor(anchor)
      return
    }
    const { moving } = this.#state
    if (moving === null) return
    this.#deps.edit({ kind: 'change', drawings: [moving] })
    this.#set({ moving: null })
  }

  /** The pointer left the chart. */
  leave(): void {
    if (this.#drag === null && (this.#state.hovered !== null || this.#state.preview !== null)) {
      this.#set({ hovered: null, preview: null })
    }
  }

  /** Ends a path with the points that it has; returns false where there is none to end. */
  finish(): boolean {
    const { tool, placed } = this.#state
    if (tool === null) return false
    const { min, max } = DRAWING_RULES[tool].anchors
    if (placed.length < min || min === max) return false
    this.#complete(tool, placed)
    return true
  }

  /** Takes back the last thing begun; returns false when there was none. */
  cancel(): boolean {
    const { tool, selected, moving, handle, writing } = this.#state
    const wasDragging = this.#drag !== null
    this.#drag = null
    if (writing !== null) this.#set({ writing: null })
    else if (moving !== null) this.#set({ moving: null })
    else if (tool !== null) this.choose(null)
    else if (handle !== null) this.#set({ handle: null })
    else if (selected !== null) this.select(null)
    else return wasDragging
    return true
  }

  /** Removes the selected drawing unless it is locked; returns false when none was removed. */
  remove(): boolean {
    const drawing = this.selected()
    if (drawing === null || drawing.locked) return false
    this.select(null)
    this.#deps.edit({ kind: 'remove', ids: [drawing.id] })
    return true
  }

  /** Adds a copy of the selected drawing beside it, and selects the copy. */
  duplicate(): boolean {
    const drawing = this.selected()
    const snapping = this.#deps.snapping()
    if (drawing === null || snapping === null) return false
    const anchors = movedAnchors(drawing.anchors, { x: COPY_PX, y: COPY_PX }, snapping)
    const copy = { ...this.#create(drawing.kind, anchors), ...termsOf(drawing), anchors }
    this.#deps.edit({ kind: 'add', drawings: [{ ...copy, locked: false }] })
    this.select(copy.id)
    return true
  }

  /** Changes the selected drawing. */
  change(change: Partial<Pick<Drawing, 'style' | 'text' | 'locked' | 'hidden' | 'risk'>>): void {
    const drawing = this.selected()
    if (drawing !== null) this.#deps.edit({ kind: 'change', drawings: [{ ...drawing, ...change }] })
  }

  /** Begins to write the text of the drawing at a place, or of the selected one. */
  write(point: Point | null): boolean {
    const drawing = point === null ? this.selected() : (this.#deps.hit(point)?.drawing ?? null)
    if (drawing === null || drawing.locked) return false
    this.#drag = null
    this.#set({ selected: drawing.id, moving: null, writing: { drawing, isNew: false } })
    return true
  }

  /** Stores the written text. A note without a text is removed, or never added. */
  written(text: string): void {
    const { writing } = this.#state
    if (writing === null) return
    const drawing = { ...writing.drawing, text }
    const isEmpty = text.trim() === '' && DRAWING_RULES[drawing.kind].needsText
    this.#set({ writing: null, selected: isEmpty ? null : drawing.id })
    if (isEmpty) {
      if (!writing.isNew) this.#deps.edit({ kind: 'remove', ids: [drawing.id] })
    } else if (writing.isNew) this.#deps.edit({ kind: 'add', drawings: [drawing] })
    else if (text !== writing.drawing.text) this.#deps.edit({ kind: 'change', drawings: [drawing] })
  }

  dispose(): void {
    this.#changed.clear()
  }

  #set(change: Partial<ControllerState>): void {
    this.#state = { ...this.#state, ...change }
    this.#changed.emit()
  }

  /** Returns the new drawing as it would be with its next point at the pointer or the cursor. */
  #draft(): Drawing | null {
    const { tool, placed, preview, cursor } = this.#state
    const next = cursor ?? preview
    const anchors = next === null ? placed : [...placed, next]
    if (tool === null || anchors.length === 0 || placed.length === 0) return null
    return { ...this.#create(tool, anchors), id: DRAFT_ID }
  }

  #anchor(point: Point, { ctrl, shift }: Modifiers): Anchor | null {
    const snapping = this.#deps.snapping()
    if (snapping === null) return null
    const before = this.#state.placed.at(-1)
    const from = shift && before !== undefined ? pointOf(before, snapping) : null
    const place = from === null ? point : constrained(from, point)
    return anchorAt(place, snapping, from === null && this.#deps.magnet() !== ctrl)
  }

  /** Places the next point of the new drawing. */
  placeAnchor(anchor: Anchor): void {
    const { tool, placed } = this.#state
    // The second press of a double click is no second point.
    if (tool === null || isSame(anchor, placed.at(-1))) return
    const points = [...placed, anchor]
    if (points.length < Math.min(DRAWING_RULES[tool].placed, MAX_ANCHORS)) {
      this.#set({ placed: points, preview: null })
    } else this.#complete(tool, points)
  }

  #complete(tool: DrawingKind, points: readonly Anchor[]): void {
    const snapping = this.#deps.snapping()
    const [entry] = points
    if (snapping === null || entry === undefined) return
    const anchors = isPositionPlan(tool) ? plannedAnchors(tool, entry, snapping) : points
    const drawing = this.#create(tool, anchors)
    this.#drag = null
    if (DRAWING_RULES[tool].needsText) {
      this.#set({ ...IDLE, writing: { drawing, isNew: true } })
      return
    }
    this.#deps.edit({ kind: 'add', drawings: [drawing] })
    this.select(drawing.id)
  }

  #create(kind: DrawingKind, anchors: readonly Anchor[]): Drawing {
    return {
      id: this.#deps.newId(),
      kind,
      anchors,
      style: this.#deps.style(kind),
      text: '',
      locked: false,
      hidden: false,
      risk: isPositionPlan(kind) ? this.#deps.risk() : null,
      createdAt: this.#deps.now(),
      source: PERSON,
    }
  }

  #moved(drag: Exclude<Drag, { kind: 'place' }>, point: Point, modifiers: Modifiers): Drawing {
    const { drawing, start } = drag
    const snapping = this.#deps.snapping()
    if (snapping === null) return drawing
    if (drag.kind === 'move') {
      const to = modifiers.shift ? constrained(start, point) : point
      const by = { x: to.x - start.x, y: to.y - start.y }
      return { ...drawing, anchors: movedAnchors(drawing.anchors, by, snapping) }
    }
    const anchor = this.#handleAnchor(drag, point, modifiers, snapping)
    if (anchor === null) return drawing
    const anchors = drawing.anchors.map((own, index) => ({
      time: index === drag.time ? anchor.time : own.time,
      price: index === drag.price ? anchor.price : own.price,
    }))
    const { stepOf } = snapping
    return { ...drawing, anchors: settledAnchors(drawing.kind, anchors, drag.price, stepOf) }
  }

  /** With Shift a line turns in steps of 45 degrees around its other end. */
  #handleAnchor(
    { drawing, time, price }: Extract<Drag, { kind: 'handle' }>,
    point: Point,
    { ctrl, shift }: Modifiers,
    snapping: Snapping,
  ): Anchor | null {
    const other = drawing.anchors[time === 0 ? 1 : 0]
    const canTurn = shift && time === price && drawing.anchors.length === 2
    const from = canTurn && other !== undefined ? pointOf(other, snapping) : null
    const place = from === null ? point : constrained(from, point)
    return anchorAt(place, snapping, from === null && this.#deps.magnet() !== ctrl)
  }
}

/** The id of a drawing that is not complete; no stored drawing has it. */
const DRAFT_ID = '' as DrawingId
/** How far beside the original a copy is, in px. */
const COPY_PX = 24

const isSame = (a: Anchor, b: Anchor | undefined): boolean =>
  b !== undefined && a.time === b.time && eq(a.price, b.price)

const termsOf = ({ style, text, risk }: Drawing): Pick<Drawing, 'style' | 'text' | 'risk'> => ({
  style,
  text,
  risk,
})
