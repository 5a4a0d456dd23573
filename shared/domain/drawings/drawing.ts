import type { Brand } from '../brand.js'
import type { Money, Price } from '../decimal.js'
import type { InstrumentKey } from '../instruments/instrument-key.js'
import type { EpochMs } from '../time.js'
import type { DrawingKind } from './drawing-kinds.js'

/** Sixteen hexadecimal digits. */
export type DrawingId = Brand<string, 'DrawingId'>

/** The colors of drawings; each theme has its own shade of them. */
export const DRAWING_COLORS = [
  'blue',
  'green',
  'red',
  'amber',
  'violet',
  'cyan',
  'neutral',
] as const
export type DrawingColor = (typeof DRAWING_COLORS)[number]
export const DRAWING_WIDTHS = [1, 2, 3, 4] as const
/** The width of a line in px. */
export type DrawingWidth = (typeof DRAWING_WIDTHS)[number]
export const DRAWING_DASHES = ['solid', 'dashed', 'dotted'] as const
export type DrawingDash = (typeof DRAWING_DASHES)[number]

export interface DrawingStyle {
  readonly color: DrawingColor
  readonly width: DrawingWidth
  readonly dash: DrawingDash
  /** True when the area of a shape, a channel or levels is filled. */
  readonly fill: boolean
}

/**
 * A point of a drawing: a time of the exchange and an exact price. It stays at its place in every
 * interval, may be between two bars, and may be in the future.
 */
export interface Anchor {
  readonly time: EpochMs
  readonly price: Price
}

/** Who made a drawing. */
export type DrawingSource =
  | { readonly kind: 'person' }
  | { readonly kind: 'assistant'; readonly name: string }

/** What is set of a drawing. */
export interface DrawingTerms {
  readonly kind: DrawingKind
  readonly anchors: readonly Anchor[]
  readonly style: DrawingStyle
  /** Empty for none. */
  readonly text: string
  /** A locked drawing is neither moved nor removed by the pointer or a key. */
  readonly locked: boolean
  readonly hidden: boolean
  /** The amount to lose at the stop of a long or short position; null where none is set. */
  readonly risk: Money | null
}

export interface Drawing extends DrawingTerms {
  readonly id: DrawingId
  readonly createdAt: EpochMs
  readonly source: DrawingSource
}

/** A change of the drawings of one instrument, as a value that can be undone. */
export type DrawingEdit =
  | { readonly kind: 'add'; readonly drawings: readonly Drawing[] }
  | { readonly kind: 'change'; readonly drawings: readonly Drawing[] }
  | { readonly kind: 'remove'; readonly ids: readonly DrawingId[] }

export const MAX_DRAWINGS = 500
/** Of all instruments of a profile. */
export const MAX_ALL_DRAWINGS = 10_000
export const MAX_DRAWING_TEXT = 400
export const MAX_SOURCE_NAME = 100
/** The points of a path. */
export const MAX_ANCHORS = 200

/** How many drawings an instrument has. */
export interface DrawingCount {
  readonly key: InstrumentKey
  readonly count: number
}

/** The stored drawings of one instrument, as the window shows them. */
export interface DrawingsView {
  readonly key: InstrumentKey
  /** `unreadable`: the file exists and cannot be read now, so nothing is changed. */
  readonly state: 'loading' | 'ready' | 'unreadable'
  /** Increases with every change. */
  readonly revision: number
  /** Oldest first: newer ones are drawn over older ones. */
  readonly drawings: readonly Drawing[]
  /** The instruments that have drawings, this one included. */
  readonly counts: readonly DrawingCount[]
  /** False while the last change is not on disk. */
  readonly isStored: boolean
}

export const USUAL_STYLE: DrawingStyle = { color: 'blue', width: 2, dash: 'solid', fill: true }
export const PERSON: DrawingSource = { kind: 'person' }
