import { useEffect, useState } from 'react'
import type { Disposer } from '../../shared/domain/brand.js'
import { SECOND_MS, type EpochMs } from '../../shared/domain/time.js'
import { formatAge } from '../format/time.js'
import { useMainWindow } from '../stores/context.js'
import { FRAME_MS, untilBeatAfter } from './paint/page-frames.js'

interface FollowedAge {
  readonly time: EpochMs
  /** A younger age is not shown, in ms. */
  readonly fromMs: number
  readonly now: () => number
}

/** Calls `changed` with the beat in which the age of a moment is another text, until disposed. */
export function onOtherAge({ time, fromMs, now }: FollowedAge, changed: () => void): Disposer {
  const ageNow = (): number => Math.max(0, now() - time)
  const textNow = (): string => (ageNow() < fromMs ? '' : formatAge(ageNow()))
  const text = textNow()
  let timer: ReturnType<typeof setTimeout>
  const arrange = (): void => {
    const ageMs = ageNow()
    const restMs = Math.max(SECOND_MS - (ageMs % SECOND_MS), fromMs - ageMs)
    const wait = untilBeatAfter(performance.now(), restMs)
    timer = setTimeout(onTime, Math.max(wait, FRAME_MS))
  }
  const onTime = (): void => {
    // An age of minutes is another one after a minute, or after the computer has slept.
    if (textNow() === text) return arrange()
    changed()
  }
  arrange()
  return () => clearTimeout(timer)
}

/**
 * Returns the age of a moment in ms; renders again with the beat in which its text is another one.
 * @param fromMs a younger age is not shown, so that nothing renders before
 */
export function useAge(time: EpochMs, fromMs = 0): number {
  const { now } = useMainWindow()
  const [, setBeat] = useState(0)
  useEffect(() => onOtherAge({ time, fromMs, now }, () => setBeat((before) => before + 1)))
  return Math.max(0, now() - time)
}
