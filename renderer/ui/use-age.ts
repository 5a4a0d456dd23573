import { useEffect, useState } from 'react'
import { SECOND_MS, type EpochMs } from '../../shared/domain/time.js'
import { FRAME_MS, untilBeatAfter } from './paint/page-frames.js'
import { useMainWindow } from '../stores/context.js'

/** Returns the age of a moment in ms; renders again with the beat in which it is a second more. */
export function useAge(time: EpochMs): number {
  const { now } = useMainWindow()
  const [, setBeat] = useState(0)
  const ageMs = Math.max(0, now() - time)
  useEffect(() => {
    const wait = untilBeatAfter(performance.now(), SECOND_MS - (ageMs % SECOND_MS))
    const timer = setTimeout(() => setBeat((before) => before + 1), Math.max(wait, FRAME_MS))
    return () => clearTimeout(timer)
  })
  return ageMs
}
