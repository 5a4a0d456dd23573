import { useEffect, useState, type RefObject } from 'react'

/** Which levels of a list are in view, by their place in it; `end` is the first after them. */
export interface LevelsInView {
  readonly begin: number
  readonly end: number
}

/** What is measured of a list of levels, in px. */
export interface LevelList {
  /** Which end of the list stays in view while it cannot be scrolled. */
  readonly pinned: 'first' | 'last'
  readonly count: number
  readonly height: number
  readonly levelHeight: number
  readonly scrollTop: number
}

const EVERY: LevelsInView = { begin: 0, end: Infinity }
/** Levels beside the view have their bars too, so that a list that grows shows no old ones. */
const MARGIN = 2

/** Returns the levels in view; every level of a list that has no size, as in a hidden panel. */
export function levelsInView({
  pinned,
  count,
  height,
  levelHeight,
  scrollTop,
}: LevelList): LevelsInView {
  if (height <= 0 || levelHeight <= 0) return EVERY
  const size = Math.ceil(height / levelHeight)
  if (pinned === 'last') return { begin: count - size - MARGIN, end: count }
  const begin = Math.floor(scrollTop / levelHeight)
  return { begin: begin - MARGIN, end: begin + size + 1 + MARGIN }
}

type Measured = Pick<LevelList, 'height' | 'levelHeight' | 'scrollTop'>

const NOTHING: Measured = { height: 0, levelHeight: 0, scrollTop: 0 }

/**
 * Returns which levels of a list are in view. While the pointer or the focus is in the list it can
 * be scrolled, and every level counts.
 */
export function useLevelsInView(
  list: RefObject<HTMLElement | null>,
  { pinned, count }: Pick<LevelList, 'pinned' | 'count'>,
): LevelsInView {
  const [measured, setMeasured] = useState(NOTHING)
  const [isScrollable, setScrollable] = useState(false)
  useEffect(() => {
    const element = list.current
    if (element === null) return undefined
    const measure = (): void =>
      setMeasured({
        height: element.clientHeight,
        levelHeight: element.firstElementChild?.clientHeight ?? 0,
        scrollTop: element.scrollTop,
      })
    // A finger that has left still hovers.
    const note = (): void => setScrollable(element.matches(':hover, :focus-within'))
    const enter = (): void => setScrollable(true)
    const sizes = new ResizeObserver(measure)
    sizes.observe(element)
    const end = new AbortController()
    const { signal } = end
    element.addEventListener('scroll', measure, { signal, passive: true })
    element.addEventListener('pointerenter', enter, { signal })
    element.addEventListener('focusin', enter, { signal })
    element.addEventListener('pointerleave', note, { signal })
    element.addEventListener('focusout', note, { signal })
    return () => {
      sizes.disconnect()
      end.abort()
    }
  }, [list])
  return isScrollable ? EVERY : levelsInView({ pinned, count, ...measured })
}
