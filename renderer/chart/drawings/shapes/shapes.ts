import type { DrawingKind } from '../../../../shared/domain/drawings/drawing-kinds.js'
import type { KindShapes } from '../shape.js'
import { ellipse, path, rectangle } from './figures.js'
import { extension, retracement } from './levels.js'
import { channel, horizontal, pitchfork, ray, trendLine, vertical } from './lines.js'
import { arrow, measure, text } from './notes.js'
import { plan } from './plans.js'

/** How every kind of drawing is placed on the screen. */
export const KIND_SHAPES: Readonly<Record<DrawingKind, KindShapes>> = {
  'trend-line': trendLine,
  ray,
  horizontal,
  vertical,
  channel,
  pitchfork,
  'fib-retracement': retracement,
  'fib-extension': extension,
  rectangle,
  ellipse,
  path,
  arrow,
  text,
  measure,
  'long-position': plan,
  'short-position': plan,
}
