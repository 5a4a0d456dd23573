import type { Rectangle } from 'electron'
import { z } from 'zod'

const zBounds = z.object({ x: z.number().int(), y: z.number().int(), width: z.number().int().min(1), height: z.number().int().min(1), maximized: z.boolean() })
export type WindowBounds = z.output<typeof zBounds>

/** How much of a window must lie on a screen to be found and dragged there. */
const VISIBLE_PX = 120

/** Reads kept bounds; null for anything else, so that a damaged file costs a default size and nothing more. */
export function parseBounds(value: unknown): WindowBounds | null {
  const parsed = zBounds.safeParse(value)
  return parsed.success ? parsed.data : null
}

/**
 * Where a window goes, given the screens that exist now: the kept place while enough of it lies on one of them, otherwise the
 * kept size on the main screen, never larger than that.
 * @param workAreas of all screens, the main one first
 */
export function placeWindow(kept: WindowBounds, workAreas: readonly Rectangle[]): Rectangle | null {
  const [main] = workAreas
  if (main === undefined) return null
  const onScreen = workAreas.some((area) =>
    Math.min(kept.x + kept.width, area.x + area.width) - Math.max(kept.x, area.x) >= VISIBLE_PX &&
    kept.y >= area.y && kept.y <= area.y + area.height - VISIBLE_PX)
  if (onScreen) return { x: kept.x, y: kept.y, width: kept.width, height: kept.height }
  const width = Math.min(kept.width, main.width)
  const height = Math.min(kept.height, main.height)
  return { x: main.x + Math.floor((main.width - width) / 2), y: main.y + Math.floor((main.height - height) / 2), width, height }
}
