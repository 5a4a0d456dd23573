import { z } from 'zod'
import { asReadonly } from '../../../shared/domain/readonly-schema.js'
import { message } from '../../../shared/messages/make-message.js'
import type { LastReplacement } from './update-service.js'

/**
 * The marker of a replacement. It is written before the first start of a new version and removed
 * once a session is ready; a version whose third start finds it is offered to be taken back.
 */

/** The version of the file. */
export const FIRST_START_VERSION = 1

/** So many starts may end before a session is ready. */
const MAX_STARTS = 2

const zVersionText = z.string().min(1).max(64)
const zPath = z.string().min(1).max(4_096)

const zPlace = z.strictObject({
  format: z.enum(['appimage', 'tar.gz']),
  target: zPath,
  previous: zPath,
  executable: zPath,
})

const zMarker = asReadonly(
  z.discriminatedUnion('kind', [
    z.strictObject({
      v: z.literal(FIRST_START_VERSION),
      kind: z.literal('replaced'),
      from: zVersionText,
      to: zVersionText,
      place: zPlace,
      /** How often the new version was started. */
      starts: z.int().min(0).max(1_000),
    }),
    z.strictObject({
      v: z.literal(FIRST_START_VERSION),
      kind: z.literal('not-replaced'),
      to: zVersionText,
      reason: z.string().max(200),
    }),
    z.strictObject({
      v: z.literal(FIRST_START_VERSION),
      kind: z.literal('put-back'),
      from: zVersionText,
      to: zVersionText,
    }),
  ]),
)
export type FirstStartMarker = z.output<typeof zMarker>
export type ReplacedMarker = Extract<FirstStartMarker, { kind: 'replaced' }>

/** Reads the marker; null for a text that is none, which then decides nothing. */
export function parseMarker(text: string): FirstStartMarker | null {
  try {
    return zMarker.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** What a start has to do about the marker. */
export type FirstStart =
  /** Nothing; `report` is said in the window. */
  | { readonly kind: 'ordinary'; readonly report: LastReplacement | null }
  /** Writes `marker`, which counts this start. */
  | { readonly kind: 'counted'; readonly marker: ReplacedMarker }
  /** Offers the version before. */
  | { readonly kind: 'failing'; readonly marker: ReplacedMarker }
  /** The program lies where the version before is stored, because a replacement was cut. */
  | { readonly kind: 'misplaced'; readonly marker: ReplacedMarker }

/**
 * Decides what a start has to do.
 * @param running the version that starts, and where it is
 */
export function decideFirstStart(
  marker: FirstStartMarker | null,
  running: { readonly version: string; readonly isMisplaced: (marker: ReplacedMarker) => boolean },
): FirstStart {
  switch (marker?.kind) {
    case undefined:
      return { kind: 'ordinary', report: null }
    case 'not-replaced': {
      const { to: version, reason } = marker
      const result = message('updates.notReplaced', { version, reason })
      return { kind: 'ordinary', report: { result, failed: null } }
    }
    case 'put-back': {
      const { from: version, to: failed } = marker
      const result = message('updates.restored', { version, failed })
      return { kind: 'ordinary', report: { result, failed } }
    }
    case 'replaced':
      break
  }
  if (running.isMisplaced(marker)) return { kind: 'misplaced', marker }
  if (running.version !== marker.to) return { kind: 'ordinary', report: null }
  if (marker.starts >= MAX_STARTS) return { kind: 'failing', marker }
  return { kind: 'counted', marker: { ...marker, starts: marker.starts + 1 } }
}
